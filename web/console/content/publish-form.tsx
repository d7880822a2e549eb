import type { FormInstance } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Field } from '../../../contract/fields.ts';
import type { Reply } from '../../../contract/call.ts';
import { unfinished } from '../../ui/form/uploads.ts';
import { toast } from '../../ui/toast.tsx';
import { type KeptDraft, KeptForm, KeptMark } from '../ui/kept-form.tsx';
import { AnyFieldItem } from '../ui/more-items.tsx';
import styles from './content.module.css';
import { EditButton } from './edit-button.tsx';
import { usePreview } from './use-preview.ts';

export type Values = Record<string, string>;
type Aim = 'draft' | 'publish' | 'preview';

/** What is written, looked at and then published: its fields, and the three ways to save them. */
export function PublishForm<Saved extends { id: string }>({
  title,
  label,
  fields,
  form,
  saved,
  draft,
  send,
  published,
  of,
  list,
  at,
  id,
  reload,
  more,
}: {
  /** of the card it stands in */
  title: string;
  /** of the form */
  label: string;
  fields: Readonly<Record<string, Field>>;
  form: FormInstance<Values>;
  /** what the form says when nothing was typed */
  saved: Values;
  draft: KeptDraft<Values>;
  send: (values: Values, publish: boolean) => Promise<Reply<Saved>>;
  /** what is said once it is published */
  published: (item: Saved) => string;
  of: Parameters<typeof usePreview>[0];
  /** where it goes once it is published */
  list: string;
  /** the page of one that has been saved */
  at: (id: string) => string;
  /** of one that was saved before, with what shows it as it is saved then; without it this is a new one */
  id?: string;
  reload?: () => void;
  /** further deeds, beside the three */
  more?: (busy: boolean) => ReactNode;
}) {
  const aim = useRef<Aim>('publish');
  const [busy, setBusy] = useState(false);
  const [pending, setPending] = useState(0);
  const preview = usePreview(of);
  const navigate = useNavigate();

  const submit = (what: Aim) => {
    aim.current = what;
    if (pending > 0) return toast(unfinished('图片'), 'failure');
    // What is saved already is looked at as it is.
    if (what === 'preview' && id !== undefined && isSaved()) return void preview(id);
    form.submit();
  };
  const isSaved = () =>
    Object.keys(fields).every((name) => String(form.getFieldValue(name) ?? '') === (saved[name] ?? ''));
  const done = (item: Saved) => {
    if (aim.current === 'preview') void preview(item.id);
    toast(aim.current === 'publish' ? published(item) : '草稿已保存');
    if (aim.current === 'publish') void navigate(list);
    else if (reload) reload();
    else void navigate(at(item.id), { replace: true });
  };
  return (
    <section className={styles.card} aria-label={title}>
      <KeptForm<Values, Saved>
        form={form}
        label={label}
        draft={draft}
        onDiscarded={() => form.setFieldsValue(saved)}
        send={(values) => send(values, aim.current === 'publish')}
        onDone={done}
        onBusy={setBusy}
        action={null}
      >
        {Object.entries(fields).map(([name, field]) => (
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
          存草稿并预览
        </EditButton>
        {more?.(busy)}
        <KeptMark draft={draft} />
      </div>
    </section>
  );
}
