const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * JSON as text that flows, indented by two. An async iterable stands for a list: as the whole, as an entry of such a list, or
 * beside other values in an object that is one of these. It is read an entry at a time, as fast as the text is taken.
 */
export async function* jsonPieces(value: unknown, indent = ''): AsyncGenerator<string> {
  const inner = `${indent}  `;
  let before = '';
  if (isStream(value)) {
    for await (const entry of value) {
      yield `${before || '['}\n${inner}`;
      yield* jsonPieces(entry, inner);
      before = ',';
    }
    yield before ? `\n${indent}]` : '[]';
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(isStream)) {
    for (const [name, one] of Object.entries(value)) {
      yield `${before || '{'}\n${inner}${JSON.stringify(name)}: `;
      yield* jsonPieces(one, inner);
      before = ',';
    }
    yield `\n${indent}}`;
  } else {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  }
}
