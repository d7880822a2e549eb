import { useDesk } from '../layout.tsx';

const editors: readonly string[] = ['moderator', 'admin'];

/** Whether the one who is here may change content; the server asks again. */
export const useMayEdit = (): boolean => useDesk().desk.roles.some((role) => editors.includes(role));
