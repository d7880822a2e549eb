import { Navigate } from 'react-router';
import { page } from '../portal/route-record.ts';

export const handle = page({ name: 'personal', under: 'personal', ground: 'mist' });

/** Until there is a balance to show, the centre starts with the orders (specification §2 names the balance page). */
export default function Start() {
  return <Navigate to="/personal/order/initiate" replace />;
}
