import { hash, parseOptions, verify } from '@node-rs/argon2';

/** Argon2id; a hash made with less is made anew at the next sign-in. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Verified for names that nobody has, so that the answer takes as long as for names that somebody has. */
const dummy = '$argon2id$v=19$m=19456,t=2,p=1$tzEAlY5zUIsPYlfAIiuuMg$q9CUhflEnyWjSV+TWxYDnJa6DPZa0JuC2xQFFVmMAAQ';

// Keyboards give the same password in different code points; what looks alike must open alike.
const normal = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), parameters);
}

/** False for a wrong password and, after as much work, for no hash at all. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const right = await verify(stored ?? dummy, normal(password));
  return stored !== undefined && right;
}

/** Whether a hash was made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.algorithm !== parameters.algorithm ||
    made.memoryCost < parameters.memoryCost ||
    made.timeCost < parameters.timeCost
  );
}
