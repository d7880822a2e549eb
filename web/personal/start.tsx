import { Navigate } from 'react-router';
import { page } from '../portal/route-record.ts';

export const handle = page({ name: 'personal', under: 'personal', ground: 'mist' });

/** Specification §2. */
export default function Start() {
  return <Navigate to="/personal/account/balance" replace />;
}
