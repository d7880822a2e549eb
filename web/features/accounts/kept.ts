/** What was typed on the sign-in page and must survive a change of tab, a reload and a refusal. Never a password. */
const key = 'omo.entry';

interface Kept {
  mobile: string;
  accountType: string;
  /** number → milliseconds since 1970 at which it may be texted again */
  next: Record<string, number>;
}

const nothing: Kept = { mobile: '', accountType: '1', next: {} };

export function kept(): Kept {
  if (typeof sessionStorage === 'undefined') return nothing;
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>) };
  } catch {
    return nothing;
  }
}

export function keep(part: Partial<Kept>): void {
  sessionStorage.setItem(key, JSON.stringify({ ...kept(), ...part }));
}

export function forget(): void {
  sessionStorage.removeItem(key);
}
