import { redirect } from 'react-router';
import { getTraceExample } from '../../contract/trace/calls.ts';
import { codeFaults, readCode } from '../../contract/trace/code.ts';
import { pageContext } from '../client/page-context.ts';
import { orNothing } from '../client/replies.server.ts';
import { Lookup } from '../features/trace/lookup.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { Link } from '../ui/link.tsx';
import type { Route } from './+types/origin';
import { guardType } from './guard.server.ts';
import styles from './origin.module.css';
import { page } from './route-record.ts';

export const handle = page({ name: 'origin', chain: 'bar' });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { key, name } = guardType(params.type);
  const { head, send, unkept } = context.get(pageContext);
  const typed = url.searchParams.get('code');
  if (typed !== null) unkept();
  const read = readCode(typed ?? '');
  if ('code' in read) throw redirect(`/trace/${read.code}`);
  head({
    description: `${name}家具溯源：从设计到物流，每一步是谁做的、什么时候交付、怎么验收。记录由您自己的浏览器核对，成交价和个人信息不公开。`,
  });
  const example = orNothing(await send(getTraceExample, {}))?.code ?? '';
  return { key, typed: typed ?? '', fault: typed === null ? '' : codeFaults[read.fault], example };
}

const points: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'layers',
    title: '记什么',
    text: '从设计到物流，每一步谁做的、什么时候交付、怎么验收，随订单自动记下来，没有人手工填写。',
  },
  {
    icon: 'shield',
    title: '怎么核对',
    text: '您的浏览器把每条记录的指纹重新算一遍，和公开日志、平台签名逐一比对，不用相信平台的一面之词。',
  },
  { icon: 'lock', title: '不公开什么', text: '成交价始终封存；名字、照片和产品名称，各家同意了才显示。' },
];

export default function OriginPage({ loaderData: { key, typed, fault, example } }: Route.ComponentProps) {
  return (
    <>
      <Lookup key={typed} type={key} typed={typed} fault={fault} />
      <div className="column">
        {example && (
          <p className={styles.example}>
            手边没有标签？看一件演示产品：<Link to={`/trace/${example}`}>{example}</Link>
          </p>
        )}
        <ul className={styles.points}>
          {points.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
