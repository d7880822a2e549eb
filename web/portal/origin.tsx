import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon-names.ts';
import type { Route } from './+types/origin';
import { pageContext } from '../client/page-context.ts';
import { guardType } from './guard.server.ts';
import styles from './origin.module.css';
import { page } from './route-record.ts';

export const handle = page({ name: 'origin', chain: 'bar' });

export function loader({ params, context }: Route.LoaderArgs) {
  const { key, name } = guardType(params.type);
  context.get(pageContext).head({
    description: `${name}家具溯源：从设计到物流，每一步是谁做的、什么时候交付、怎么验收。记录由您自己的浏览器核对，成交价和个人信息不公开。`,
  });
  return { key, name };
}

const points: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'layers', title: '记什么', text: '从设计到物流，每一步谁做的、什么时候交付、怎么验收，随订单自动记下来。' },
  { icon: 'shield', title: '怎么核对', text: '扫产品背面的码，记录由您自己的浏览器核对，不用相信平台的一面之词。' },
  { icon: 'lock', title: '不公开什么', text: '成交价和个人信息不进记录；署名与否由各家自己决定。' },
];

/** What tracing will be. There is no field to enter a code into as long as no record can be found by one. */
export default function OriginPage({ loaderData: { key, name } }: Route.ComponentProps) {
  return (
    <>
      <section className={styles.lookup}>
        <div className="column">
          <h1>这件家具，每一步是谁做的</h1>
          <p>溯源查询正在准备，产品贴上溯源码之后，在这里扫码就能看到它的来历。</p>
          <ButtonLink to={`/smart/${key}`} tone="pine" size="strong">
            先看{name}产业链
          </ButtonLink>
        </div>
      </section>
      <div className="column">
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
