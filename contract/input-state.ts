import { z } from 'zod';

/**
 * 输入已变 (rulings §3), of a follow-on. '': its input is what it was when it was published; changed: the owner has not seen the
 * new one yet; confirmed: the owner took it on.
 */
export const inputState = z.enum(['', 'changed', 'confirmed']);
export type InputState = z.output<typeof inputState>;
