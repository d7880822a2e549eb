import { data } from 'react-router';
import { page } from './route-record.ts';

export const handle = page({ name: 'not-found', title: '页面不存在', unlisted: true });

/** The layout's error boundary shows the page; the answer carries the status (feature S-02). */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
