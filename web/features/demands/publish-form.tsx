import { Fragment, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { findCategory } from '../../../contract/categories.ts';
import { binding, type Stage, termKeys } from '../../../contract/stages/stage.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import type { FormValues } from '../../ui/form/draft.ts';
import { SavedMark } from '../../ui/form/saved-mark.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useFaults } from '../../ui/form/use-faults.ts';
import { Icon } from '../../ui/icon.tsx';
import { useReturn } from '../../ui/use-return.ts';
import { useSending } from '../../ui/use-sending.ts';
import { FieldControl, type FormMeans } from '../../ui/form/field-control.tsx';
import { emptyValues, errorOf, errorsOf, isEmpty, refusedFields, wireValues } from '../../ui/form/form-values.ts';
import { MarkNote, OrderChoice } from './order-choice.tsx';
import styles from './publish.module.css';
import { Summary } from './publish-summary.tsx';
import { type FollowOnSource, lineKey, useFollowOn } from './use-follow-on.ts';

// What others paid is looked up beside the form, after it: nobody waits for it.
const EstimateNote = lazy(async () => ({ default: (await import('./estimate.tsx')).EstimateNote }));
const EstimateStrip = lazy(async () => ({ default: (await import('./estimate.tsx')).EstimateStrip }));
/** What settled orders say, by the field beside which it helps. */
const estimated: Readonly<Record<string, 'price' | 'days'>> = { budget: 'price', deadline: 'days' };

/** Values that somebody else has said already. */
export interface Prefill {
  values: FormValues;
  /** where they come from, beside each value that still is as it came */
  from: string;
}

/** A demand of one's own that is changed. */
export interface Editing {
  /** as it stands, by the fields' inner keys */
  values: FormValues;
  /** not published yet */
  draft: boolean;
  /** tenders that a change of the terms voids */
  tenders: number;
}

export interface PublishFormProps {
  stage: Stage;
  category: { key: string; name: string };
  means: FormMeans;
  draftKey: string;
  prefill?: Prefill;
  /** the provider whom it is entrusted to; without one it is published for all to tender */
  entrustedTo?: string;
  editing?: Editing;
  /** orders that it may go on from; absent where there can be none */
  followOn?: FollowOnSource;
  /** name of the stage before; absent for the first */
  beforeName?: string;
  /** number of the product line that it begins with */
  line?: string;
  /** whether someone is signed in; if not, sending leads to `signIn` first and the draft waits */
  signedIn: boolean;
  signIn: () => void;
  publish: (input: Record<string, unknown>) => Promise<Reply<{ demandNid: string }>>;
  onPublished: (nid: string, kept: boolean) => void;
}

/** Publishes a demand in any stage: the fields come from the catalogue, nothing here knows one by name. */
export function PublishForm({
  stage,
  category,
  means,
  draftKey,
  prefill,
  entrustedTo,
  editing,
  followOn,
  beforeName,
  line = '',
  signedIn,
  signIn,
  publish,
  onPublished,
}: PublishFormProps) {
  const [empty] = useState(() => ({
    ...emptyValues(stage.demand),
    ...prefill?.values,
    ...editing?.values,
    ...(followOn && { [lineKey]: line }),
  }));
  const draft = useDraft(draftKey, empty);
  const follow = useFollowOn(followOn, stage.demand, draft);
  const [asked, setAsked] = useState(false);
  /** whose list it will stand in: a line stays in its category */
  const shown = (follow.order && findCategory(follow.order.type)) ?? category;
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const [reached, setReached] = useState(editing !== undefined);
  const form = useRef<HTMLFormElement>(null);
  const faults = useFaults(form, stage.demand);
  const leave = useReturn(form, draftKey, signedIn);

  const what = stage.demand.filter((field) => !termKeys.includes(field.key));
  const terms = stage.demand.filter((field) => termKeys.includes(field.key));
  // A draft that already speaks of time or money is shown to its end.
  const open = reached || terms.some((field) => draft.values[field.key] !== '');

  function next() {
    if (!faults.show(errorsOf(what, draft.values))) return;
    setReached(true);
    faults.bring(terms[0]?.key);
  }

  const changed = (key: string) => JSON.stringify(draft.values[key]) !== JSON.stringify(editing?.values[key]);
  const voids =
    editing && editing.tenders > 0 ? stage.demand.filter((field) => binding(field) && changed(field.key)) : [];

  /** `keep` saves it as a draft on the server instead of publishing it. */
  async function submit({ keep = false, sure = false } = {}) {
    setRefusal(undefined);
    setReached(true);
    // What was published may keep a deadline that has passed; what is to be published may not.
    const standing = editing && (keep || !editing.draft) ? editing.values : {};
    if (!faults.show({ ...errorsOf(stage.demand, draft.values, standing), ...faults.underWay() })) return;
    if (follow.chosen !== '' && follow.refusal) return document.getElementById('my-order')?.focus();
    if (!signedIn) {
      leave();
      return signIn();
    }
    if (voids.length > 0 && !sure) return setAsked(true);
    const reply = await once(() =>
      publish({
        ...wireValues(stage.demand, draft.values),
        type: shown.key,
        requestId: draft.requestId,
        ...(follow.chosen !== '' && { productLineNid: follow.chosen, inputHash: follow.inputHash }),
        ...(keep && { draft: '1' }),
      }),
    );
    if (!reply) return;
    setAsked(false);
    if (reply.ok) {
      draft.discard();
      onPublished(reply.data.demandNid, keep);
      return;
    }
    faults.show(refusedFields(stage.demand, reply.fields));
    const ofLine = reply.fields['productLineNid'];
    if (ofLine) {
      follow.renew(ofLine);
      document.getElementById('my-order')?.focus();
    }
    setRefusal(reply.message);
  }

  const untouched = (key: string) => {
    const value = prefill?.values[key];
    return !isEmpty(value) && JSON.stringify(value) === JSON.stringify(draft.values[key]);
  };

  const control = (field: (typeof stage.demand)[number]) => {
    const mark = follow.markOf(field);
    const about = estimated[field.key];
    return (
      <Fragment key={field.key}>
        <FieldControl
          field={field}
          value={draft.values[field.key]}
          error={faults.errors[field.key]}
          means={means}
          aside={mark && <MarkNote field={field} mark={mark} />}
          onPending={faults.onPending(field.key)}
          onChange={(value) => {
            draft.change(field.key, value);
            faults.recheck(field.key, () => errorOf(field, value));
          }}
        />
        {about && (
          <Suspense fallback={null}>
            <EstimateNote about={about} stage={stage} category={shown.key} values={draft.values} />
          </Suspense>
        )}
        {prefill && !mark && untouched(field.key) && (
          <p className={styles.from}>
            <Icon name="link" size="small" />
            {prefill.from}，可以改
          </p>
        )}
      </Fragment>
    );
  };

  const first = followOn ? 2 : 1;
  const sending = editing
    ? editing.draft
      ? `发布${stage.name}需求`
      : '保存修改'
    : entrustedTo
      ? signedIn
        ? `委托${entrustedTo}`
        : '登录并委托'
      : signedIn
        ? `发布${stage.name}需求`
        : '登录并发布';

  return (
    <form
      ref={form}
      className={styles.grid}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!open) next();
        else void submit();
      }}
    >
      <div>
        <div className={styles.state}>
          <SavedMark draft={draft} />
          {draft.restored && (
            <Button
              tone="ghost"
              size="small"
              onClick={() => {
                draft.discard();
                faults.clear();
                setReached(false);
                if (followOn) follow.choose(line);
              }}
            >
              {editing ? '放弃改动' : '清空重填'}
            </Button>
          )}
        </div>
        {followOn && (
          <Step number={1} title="从哪张订单来" phase={follow.order ? 'done' : 'now'}>
            <OrderChoice follow={follow} stageName={stage.name} beforeName={beforeName} category={category.key} />
          </Step>
        )}
        <Step number={first} title="做什么" note="带 * 的必填" phase={open ? 'done' : 'now'}>
          {what.map(control)}
          {!open && (
            <div className={styles.acts}>
              <Button type="submit" tone="pine" size="strong">
                下一步：时间和预算
              </Button>
            </div>
          )}
        </Step>
        <Step
          number={first + 1}
          title="何时要、多少钱"
          note={terms.map((field) => field.label).join('、')}
          phase={open ? 'now' : 'later'}
        >
          {open && (
            <>
              {terms.map(control)}
              {refusal && (
                <p className={styles.refusal} role="alert">
                  <Icon name="warn" />
                  {refusal}
                </p>
              )}
              <div className={styles.acts}>
                <Button type="submit" tone="wood" size="strong" busy={busy}>
                  {sending}
                </Button>
                {signedIn && !entrustedTo && (!editing || editing.draft) && (
                  <Button tone="ghost" size="strong" busy={busy} onClick={() => void submit({ keep: true })}>
                    存为草稿
                  </Button>
                )}
                {!signedIn && <p>填好的内容会留着，登录后回到这里。</p>}
              </div>
            </>
          )}
        </Step>
      </div>
      <Summary stage={stage} category={shown.name} values={draft.values} means={means} entrustedTo={entrustedTo} />
      <Suspense fallback={null}>
        <EstimateStrip stage={stage} category={shown.key} values={draft.values} />
      </Suspense>
      <Confirm
        open={asked}
        title="修改会作废已收到的标书"
        figures={[
          ['改动的要求', voids.map((field) => field.label).join('、')],
          ['作废的标书', `${editing?.tenders ?? 0} 份`],
        ]}
        action={`作废 ${editing?.tenders ?? 0} 份标书并修改`}
        danger
        busy={busy}
        onConfirm={() => void submit({ sure: true })}
        onClose={() => setAsked(false)}
      >
        <p>投标方是照着原来的要求报的价。改动后他们会收到通知，可以照新的要求重新投标。</p>
      </Confirm>
    </form>
  );
}

function Step({
  number,
  title,
  note,
  phase,
  children,
}: {
  number: number;
  title: string;
  note?: string;
  phase: 'done' | 'now' | 'later';
  children: ReactNode;
}) {
  return (
    <section className={[styles.step, styles[phase]].join(' ')}>
      <span className={styles.number} aria-hidden="true">
        {phase === 'done' ? <Icon name="check" size="small" /> : number}
      </span>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}
