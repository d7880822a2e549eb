import { CloseAccount } from '../features/accounts/close-account.tsx';
import { page } from '../portal/route-record.ts';
import { useUser } from '../session.ts';

export const handle = page({ name: 'close-account', under: 'personal', title: '注销账号', ground: 'mist' });

/** Feature Z-15. */
export default function Close() {
  const user = useUser();
  return user ? <CloseAccount user={user} /> : null;
}
