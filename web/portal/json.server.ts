/** JSON that may stand in a script element: nothing in it ends the element, begins a comment, or is read as a tag. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[&><\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
