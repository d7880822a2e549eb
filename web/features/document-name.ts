/** The name a person gave a document, which its address carries at the end. */
export function documentName(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
