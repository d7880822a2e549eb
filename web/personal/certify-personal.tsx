import { page } from '../portal/route-record.ts';
import { Certify } from './certify.tsx';

export const handle = page({ name: 'certify-personal', under: 'personal', title: '个人认证', ground: 'mist' });

export default function CertifyPersonal() {
  return <Certify individuals />;
}
