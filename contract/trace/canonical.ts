export type Json = string | number | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The one way of writing a value down, so that whoever writes it gets the same hash (RFC 8785): texts and whole numbers as
 * JSON.stringify writes them, names in the order of their UTF-16 units, no blanks.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`;
}
