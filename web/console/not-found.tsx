import { data } from 'react-router';
import { page } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { PageHead } from './ui/page-head.tsx';

export const handle = page({
  name: 'console-not-found',
  title: '页面不存在',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

/** The console is drawn around it all the same: the answer carries the status. */
export const loader = () => data(null, { status: 404 });

/** An address below the console's that leads nowhere (feature P-01). */
export default function NotFound() {
  return (
    <>
      <PageHead title="页面不存在" />
      <Empty
        icon="search"
        text="运营后台没有这一页，地址可能有误"
        action={<ButtonLink to="/console">回到后台首页</ButtonLink>}
      />
    </>
  );
}
