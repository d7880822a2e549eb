import { Navigate } from 'react-router';
import { certifyPath } from '../features/certification/path.ts';
import { page } from '../portal/route-record.ts';
import { useUser } from '../session.ts';

export const handle = page({ name: 'certify', under: 'personal', title: '认证', ground: 'mist' });

/** Whoever is sent here need not know the kind of the reader's account. */
export default function CertifyStart() {
  const user = useUser();
  return user ? <Navigate to={certifyPath(user.account_type)} replace /> : null;
}
