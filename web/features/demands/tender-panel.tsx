import { type ReactNode, useRef, useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import { tenderFields, tenderOrder, withdrawTender } from '../../../contract/demands.ts';
import { send } from '../../client/transport.browser.ts';
import { waiting } from '../../client/waiting.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { Icon } from '../../ui/icon.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './tender.module.css';

export type MyTender = CallOutput<typeof tenderOrder>['myTender'];

type Name = keyof typeof tenderFields;
const names = Object.keys(tenderFields) as Name[];

const stateNames: Record<MyTender['status'], string> = {
  standing: '已投标',
  withdrawn: '已撤回',
  voided: '需求有改动，原标书已作废，请重新报价',
  declined: '本次合作没有达成',
};

/** What was typed before a sign-in that ran out. */
function halfTyped(nid: string): Record<Name, string> | undefined {
  try {
    const found = JSON.parse(waiting.read(`tender.${nid}`)) as Record<string, unknown>;
    return names.every((name) => typeof found[name] === 'string') ? (found as Record<Name, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** One's own tender for somebody else's demand: made, changed while it is open, withdrawn (specification §5 "Bid"). */
export function TenderPanel({
  nid,
  mine,
  contact,
  onChanged,
}: {
  nid: string;
  mine: MyTender | null;
  /** how one speaks to the owner, once there is a tender */
  contact: ReactNode;
  onChanged: () => void;
}) {
  const standing = mine?.status === 'standing';
  const [before] = useState(() => halfTyped(nid));
  const [values, setValues] = useState<Record<Name, string>>(
    before ?? {
      completionDay: standing ? String(mine.completionDay) : '',
      offer: standing ? mine.offer : '',
      note: standing ? mine.note : '',
    },
  );
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const [editing, setEditing] = useState(!standing || before !== undefined);
  const [withdrawing, setWithdrawing] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit() {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const message = tenderFields[name].schema.safeParse(values[name]).error?.issues[0]?.message;
      if (message) found[name] = message;
    }
    setErrors(found);
    setRefusal(undefined);
    const first = names.find((name) => found[name]);
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const reply = await once(() => send(tenderOrder, { demandNid: nid, ...values }));
    if (!reply) return;
    if (!reply.ok) {
      setErrors(reply.fields);
      setRefusal(reply.message);
      return;
    }
    waiting.put(`tender.${nid}`, '');
    toast(standing ? '标书已修改' : '投标成功');
    setEditing(false);
    onChanged();
  }

  async function withdraw() {
    const reply = await once(() => send(withdrawTender, { demandNid: nid }));
    if (!reply) return;
    setWithdrawing(false);
    if (!reply.ok) {
      setRefusal(reply.message);
      return;
    }
    toast('标书已撤回');
    onChanged();
  }

  const control = (name: Name) => {
    const { label, required, hint, widget } = tenderFields[name];
    return (
      <Frame id={name} label={label} required={required} hint={hint} error={errors[name]}>
        <TextControl
          id={name}
          value={values[name]}
          onChange={(value) => {
            const next = { ...values, [name]: value };
            waiting.put(`tender.${nid}`, JSON.stringify(next));
            setValues(next);
          }}
          error={errors[name]}
          required={required}
          unit={'unit' in widget ? widget.unit : undefined}
          max={'max' in widget && widget.kind === 'textarea' ? widget.max : undefined}
          rows={widget.kind === 'textarea' ? widget.rows : undefined}
          inputMode={widget.kind === 'textarea' ? undefined : 'decimal'}
        />
      </Frame>
    );
  };

  return (
    <section className={styles.panel} aria-label="我的标书">
      <h2>{standing ? '我的标书' : '我来投标'}</h2>
      {mine && <p className={styles.state}>{stateNames[mine.status]}</p>}
      {standing && !editing ? (
        <>
          <dl className={styles.mine}>
            <div>
              <dt>报价</dt>
              <dd className="price">{yuan(mine.offer)}</dd>
            </div>
            <div>
              <dt>工期</dt>
              <dd>{mine.completionDay} 天</dd>
            </div>
            <div>
              <dt>投标</dt>
              <dd>{momentText(mine.saveTime)}</dd>
            </div>
          </dl>
          {mine.note && <p className={styles.note}>{mine.note}</p>}
          <div className={styles.acts}>
            <Button tone="line" icon="edit" onClick={() => setEditing(true)}>
              修改标书
            </Button>
            {contact}
            <Button onClick={() => setWithdrawing(true)}>撤回</Button>
          </div>
        </>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {control('offer')}
          {control('completionDay')}
          {control('note')}
          <div className={styles.acts}>
            <Button type="submit" tone="pine" size="strong" busy={busy} full>
              {standing ? '保存修改' : '提交标书'}
            </Button>
          </div>
        </form>
      )}
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      <p className={styles.sealed}>
        <Icon name="lock" size="small" />
        标书密封：截止或选定之前，只有发布人看得到您的报价和工期。
      </p>
      {mine && (
        <Confirm
          open={withdrawing}
          title="撤回标书"
          figures={[
            ['报价', yuan(mine.offer)],
            ['工期', `${mine.completionDay} 天`],
          ]}
          action="撤回"
          danger
          busy={busy}
          onConfirm={() => void withdraw()}
          onClose={() => setWithdrawing(false)}
        >
          <p>撤回后，截止之前还可以重新投标。</p>
        </Confirm>
      )}
    </section>
  );
}
