/** Name of the unique index that refused a row; undefined for any other error. */
export function takenIndex(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : undefined;
}
