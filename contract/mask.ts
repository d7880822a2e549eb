/** `13800000001` → `138****0001`: of a name that may be a phone number, as many are; anything else unchanged. */
export function maskPhone(name: string): string {
  return /^1[3-9]\d{9}$/.test(name) ? `${name.slice(0, 3)}****${name.slice(-4)}` : name;
}
