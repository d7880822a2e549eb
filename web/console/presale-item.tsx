import { Form } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { CallInput } from '../../contract/call.ts';
import {
  type operatorPresaleInfo,
  operatorPresaleSave,
  type PresaleDeskInfo,
  presaleFields,
} from '../../contract/operator/presale.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { unfinished } from '../ui/form/uploads.ts';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './content/content.module.css';
import { EditButton } from './content/edit-button.tsx';
import { usePreview } from './content/use-preview.ts';
import { Bookings } from './presale/bookings.tsx';
import { KeptForm, KeptMark, useKeptDraft } from './ui/kept-form.tsx';
import { Loaded } from './ui/loaded.tsx';
import { AnyFieldItem } from './ui/more-items.tsx';
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

type Values = Record<string, string>;
type Aim = 'draft' | 'publish' | 'preview';

function Product({ info, reload }: { info?: PresaleDeskInfo; reload: () => void }) {
  const [query] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const aim = useRef<Aim>('publish');
  const preview = usePreview('presale');
  const [busy, setBusy] = useState(false);
  const [pending, setPending] = useState(0);
  const navigate = useNavigate();
  const open = !info || ['draft', 'waiting', 'open'].includes(info.state);
  const back = open ? '/console/presale' : '/console/presale?past=1';
  const blank = Object.fromEntries(Object.keys(presaleFields).map((name) => [name, '']));
  const category = query.get('category') ?? 'maternal';
  const initial: Values = { ...blank, category, unit: '张', ...info?.values };
  const draft = useKeptDraft(`presale.${info?.id ?? category}`, String(info?.version ?? ''), initial);

  const submit = (what: Aim) => {
    aim.current = what;
    if (pending > 0) return toast(unfinished('图片'), 'failure');
    form.submit();
  };
  const save = (values: Values) =>
    send(operatorPresaleSave, {
      ...values,
      ...(info && { id: info.id, version: info.version }),
      ...(aim.current === 'publish' && { publish: '1' }),
    } as unknown as CallInput<typeof operatorPresaleSave>);
  const done = (saved: PresaleDeskInfo) => {
    if (aim.current === 'preview') void preview(saved.id);
    toast(aim.current === 'publish' ? '已发布，访客现在就能看到' : '草稿已保存');
    if (aim.current === 'publish') void navigate(back);
    else if (info) reload();
    else void navigate(`/console/presale/${saved.id}`, { replace: true });
  };

  return (
    <>
      <PageHead
        title={info?.name ?? '新建预售商品'}
        note={info && `${info.stateName}，已订 ${info.joined}/${info.quantity} ${info.unit}`}
        back={<Link to={back}>返回列表</Link>}
      />
      <div className={open ? styles.two : undefined}>
        {open && (
          <section className={styles.card} aria-label="商品">
            <KeptForm<Values, PresaleDeskInfo>
              form={form}
              label="预售商品"
              draft={draft}
              onDiscarded={() => form.setFieldsValue(initial)}
              send={save}
              onDone={done}
              onBusy={setBusy}
              action={null}
            >
              {Object.entries(presaleFields).map(([name, field]) => (
                <AnyFieldItem key={name} name={name} field={field} onPending={setPending} />
              ))}
            </KeptForm>
            <div className={styles.foot}>
              <EditButton type="primary" loading={busy} onClick={() => submit('publish')}>
                保存并发布
              </EditButton>
              <EditButton disabled={busy} onClick={() => submit('draft')}>
                保存草稿
              </EditButton>
              <EditButton disabled={busy} onClick={() => submit('preview')}>
                预览
              </EditButton>
              <KeptMark draft={draft} />
            </div>
          </section>
        )}
        {info && info.bookings > 0 && <Bookings info={info} reload={reload} />}
      </div>
    </>
  );
}
