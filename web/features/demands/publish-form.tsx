import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { type Stage, termKeys } from '../../../contract/stages/stage.ts';
import { Button } from '../../ui/button.tsx';
import type { FormValues } from '../../ui/form/draft.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Icon } from '../../ui/icon.tsx';
import { useReturn } from '../../ui/use-return.ts';
import { useSending } from '../../ui/use-sending.ts';
import { FieldControl, type FormMeans } from './field-control.tsx';
import { emptyValues, errorOf, errorsOf, isEmpty, refusedFields, wireValues } from './form-values.ts';
import styles from './publish.module.css';
import { Summary } from './publish-summary.tsx';

/** Values that somebody else has said already. */
export interface Prefill {
  values: FormValues;
  /** where they come from, beside each value that still is as it came */
  from: string;
}

export interface PublishFormProps {
  stage: Stage;
  category: { key: string; name: string };
  means: FormMeans;
  draftKey: string;
  prefill?: Prefill;
  /** the provider whom it is entrusted to; without one it is published for all to tender */
  entrustedTo?: string;
  /** whether someone is signed in; if not, sending leads to `signIn` first and the draft waits */
  signedIn: boolean;
  signIn: () => void;
  publish: (input: Record<string, unknown>) => Promise<Reply<{ demandNid: string }>>;
  onPublished: (nid: string) => void;
}

const time = (moment: number) =>
  new Intl.DateTimeFormat('zh-CN', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(moment);

/** Publishes a demand in any stage: the fields come from the catalogue, nothing here knows one by name. */
export function PublishForm({
  stage,
  category,
  means,
  draftKey,
  prefill,
  entrustedTo,
  signedIn,
  signIn,
  publish,
  onPublished,
}: PublishFormProps) {
  const [empty] = useState(() => ({ ...emptyValues(stage.demand), ...prefill?.values }));
  const draft = useDraft(draftKey, empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const [reached, setReached] = useState(false);
  /** files on their way or failed, by field */
  const [pending, setPending] = useState<Record<string, number>>({});
  const form = useRef<HTMLFormElement>(null);
  const leave = useReturn(form, draftKey, signedIn);

  const what = stage.demand.filter((field) => !termKeys.includes(field.key));
  const terms = stage.demand.filter((field) => termKeys.includes(field.key));
  // A draft that already speaks of time or money is shown to its end.
  const open = reached || terms.some((field) => draft.values[field.key] !== '');

  // The first field at fault is brought to the person. An object, so that the same field can be brought twice.
  const [focus, setFocus] = useState<{ key: string | undefined }>();
  useEffect(() => {
    if (!focus?.key) return;
    const frame = form.current?.querySelector(`[data-field="${focus.key}"]`);
    frame?.scrollIntoView({ block: 'center' });
    frame
      ?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, button')
      ?.focus({ preventScroll: true });
  }, [focus]);

  function show(found: Record<string, string>): boolean {
    setErrors(found);
    setFocus({ key: stage.demand.find((field) => field.key in found)?.key });
    return Object.keys(found).length === 0;
  }

  /** What is still being uploaded, or could not be, must not be left behind silently. */
  function waiting(): Record<string, string> {
    return Object.fromEntries(
      stage.demand
        .filter((field) => pending[field.key])
        .map((field) => [field.key, `${field.label}还没有传完，请稍候或移除`]),
    );
  }

  function next() {
    const found = errorsOf(what, draft.values);
    if (!show(found)) return;
    setReached(true);
    setFocus({ key: terms[0]?.key });
  }

  async function submit() {
    setRefusal(undefined);
    setReached(true);
    if (!show({ ...errorsOf(stage.demand, draft.values), ...waiting() })) return;
    if (!signedIn) {
      leave();
      return signIn();
    }
    const reply = await once(() =>
      publish({ ...wireValues(stage.demand, draft.values), type: category.key, requestId: draft.requestId }),
    );
    if (!reply) return;
    if (reply.ok) {
      draft.discard();
      onPublished(reply.data.demandNid);
      return;
    }
    show(refusedFields(stage.demand, reply.fields));
    setRefusal(reply.message);
  }

  const untouched = (key: string) => {
    const value = prefill?.values[key];
    return !isEmpty(value) && JSON.stringify(value) === JSON.stringify(draft.values[key]);
  };

  const control = (field: (typeof stage.demand)[number]) => (
    <Fragment key={field.key}>
      <FieldControl
        field={field}
        value={draft.values[field.key]}
        error={errors[field.key]}
        means={means}
        onPending={(count) => setPending((before) => ({ ...before, [field.key]: count }))}
        onChange={(value) => {
          draft.change(field.key, value);
          // Once said, a fault is taken back as soon as it is mended, and says what is wrong now while it is not; where
          // none was said, one waits for the next try.
          if (field.key in errors) {
            const fault = errorOf(field, value);
            setErrors(({ [field.key]: _, ...rest }) => (fault === undefined ? rest : { ...rest, [field.key]: fault }));
          }
        }}
      />
      {prefill && untouched(field.key) && (
        <p className={styles.from}>
          <Icon name="link" size="small" />
          {prefill.from}，可以改
        </p>
      )}
    </Fragment>
  );

  const saved = draft.unsaved ? (
    <span className={styles.unsaved} role="status">
      <Icon name="warn" size="small" />
      此设备无法保存草稿
    </span>
  ) : (
    draft.savedAt !== undefined && (
      <span className={styles.saved} role="status">
        <Icon name="check" size="small" />
        已自动保存 {time(draft.savedAt)}
      </span>
    )
  );

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
          {saved}
          {draft.restored && (
            <Button tone="ghost" size="small" onClick={() => (draft.discard(), setErrors({}), setReached(false))}>
              清空重填
            </Button>
          )}
        </div>
        <Step number={1} title="做什么" note="带 * 的必填" phase={open ? 'done' : 'now'}>
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
          number={2}
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
                  {entrustedTo
                    ? signedIn
                      ? `委托${entrustedTo}`
                      : '登录并委托'
                    : signedIn
                      ? `发布${stage.name}需求`
                      : '登录并发布'}
                </Button>
                {!signedIn && <p>填好的内容会留着，登录后回到这里。</p>}
              </div>
            </>
          )}
        </Step>
      </div>
      <Summary stage={stage} category={category.name} values={draft.values} means={means} entrustedTo={entrustedTo} />
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
  note: string;
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
        <small>{note}</small>
      </h2>
      {children}
    </section>
  );
}
