import { page } from '../portal/route-record.ts';
import { Certify } from './certify.tsx';

export const handle = page({ name: 'certify-company', under: 'personal', title: '企业认证', ground: 'mist' });

export default function CertifyCompany() {
  return <Certify individuals={false} />;
}
