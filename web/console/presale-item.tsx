import { Form } from 'antd';
import { useCallback } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { CallInput } from '../../contract/call.ts';
import {
  type operatorPresaleInfo,
  operatorPresaleSave,
  type PresaleDeskInfo,
  presaleFields,
} from '../../contract/operator/presale.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import styles from './content/content.module.css';
import { PublishForm, type Values } from './content/publish-form.tsx';
import { Bookings } from './presale/bookings.tsx';
import { useKeptDraft } from './ui/kept-form.tsx';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';

export const handle = page({
  name: 'console-presale-item',
  title: '预售商品',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const head = { title: '预售商品', back: { to: '/console/presale', label: '预售商品' } };

/** One pre-sale product: its form while it can be changed, and its bookings (feature P-03). */
export default function PresaleItem() {
  const { id = '' } = useParams();
  const load = useCallback(() => send(callAt<typeof operatorPresaleInfo>('/api/operator/presaleInfo'), { id }), [id]);
  if (id === 'new') return <Product reload={() => {}} />;
  return (
    <Loaded load={load} head={head}>
      {(info, reload) => <Product key={info.version} info={info} reload={reload} />}
    </Loaded>
  );
}

function Product({ info, reload }: { info?: PresaleDeskInfo; reload: () => void }) {
  const [query] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const open = !info || ['draft', 'waiting', 'open'].includes(info.state);
  const list = open ? '/console/presale' : '/console/presale?past=1';
  const blank = Object.fromEntries(Object.keys(presaleFields).map((name) => [name, '']));
  const category = query.get('category') ?? 'maternal';
  const initial: Values = { ...blank, category, unit: '张', ...info?.values };
  const draft = useKeptDraft(`presale.${info?.id ?? category}`, String(info?.version ?? ''), initial);

  return (
    <>
      <PageHead
        title={info?.name ?? '新建预售商品'}
        note={info && `${info.stateName}，已订 ${info.joined}/${info.quantity} ${info.unit}`}
        back={{ to: list, label: '预售商品' }}
      />
      <div className={open ? styles.two : undefined}>
        {open && (
          <PublishForm<PresaleDeskInfo>
            title="商品"
            label="预售商品"
            fields={presaleFields}
            form={form}
            saved={initial}
            draft={draft}
            send={(values, publish) =>
              send(operatorPresaleSave, {
                ...values,
                ...(info && { id: info.id, version: info.version }),
                ...(publish && { publish: '1' }),
              } as unknown as CallInput<typeof operatorPresaleSave>)
            }
            published={({ state, stateName }) =>
              state === 'open' ? '已发布，访客现在就能预订' : `已发布，现在是“${stateName}”`
            }
            of="presale"
            list={list}
            at={(id) => `/console/presale/${id}`}
            {...(info && { id: info.id, reload })}
          />
        )}
        {info && info.bookings > 0 && <Bookings info={info} reload={reload} />}
      </div>
    </>
  );
}
