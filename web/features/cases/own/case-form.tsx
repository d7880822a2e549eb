import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { categories } from '../../../../contract/categories.ts';
import type { Reply } from '../../../../contract/call.ts';
import { errorKinds } from '../../../../contract/errors.ts';
import { posterOf, type Stage, type StageField } from '../../../../contract/stages/stage.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { RadioControl } from '../../../ui/form/choice-control.tsx';
import type { FormValues } from '../../../ui/form/draft.ts';
import { FieldControl, type FormMeans } from '../../../ui/form/field-control.tsx';
import { errorOf, errorsOf, isEmpty, refusedFields, wireValues } from '../../../ui/form/form-values.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { SavedMark } from '../../../ui/form/saved-mark.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useFaults } from '../../../ui/form/use-faults.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import styles from './case-form.module.css';
import { CategoryFirst } from './category-first.tsx';
import { type Newer, SavedMeanwhile } from './saved-meanwhile.tsx';
import { useChangedElsewhere } from './use-changed-elsewhere.ts';
import { categoryKey, versionKey } from './values.ts';

export interface Sent {
  id: string;
  status: number;
}

export interface CaseFormProps {
  stage: Stage;
  means: FormMeans;
  draftKey: string;
  /** what the form begins with: of a case that exists, as it was last saved */
  base: FormValues;
  /** absent for a new case */
  editing?: {
    id: string;
    /** everybody sees it as it was approved, whatever becomes of this form */
    isPublic: boolean;
    /** why the last state was refused; '' when it was not */
    reason: string;
    /** what was sent in last waits for a review */
    waits: boolean;
    /** the case as it stands on the server now */
    latest: () => Promise<Newer | undefined>;
    reload: () => void;
  };
  /** of a new case: what the form with this `requestId` has become */
  became?: (requestId: string) => Promise<Newer | undefined>;
  submit: (input: Record<string, unknown>) => Promise<Reply<Sent>>;
  keep: (input: Record<string, unknown>) => Promise<Reply<Sent>>;
  onDone: (sent: Sent, kept: boolean) => void;
}

type How = 'submit' | 'keep';

/** A case of any stage: the fields come from the catalogue, nothing here knows one by name. */
export function CaseForm({ stage, means, draftKey, base, editing, became, submit, keep, onDone }: CaseFormProps) {
  const draft = useDraft(draftKey, base);
  const [refusal, setRefusal] = useState<string>();
  const [newer, setNewer] = useState<Newer>();
  /** what was pressed when it was found out that the case was changed meanwhile; undefined where nothing was */
  const [pressed, setPressed] = useState<How>();
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [busy, once] = useSending();
  const form = useRef<HTMLFormElement>(null);
  const parts = [{ key: categoryKey, label: '类别', place: 'category' }, ...stage.case];
  const faults = useFaults(form, parts);
  /** one is on the way to another page: what is pressed now would send what the form began with */
  const taken = useRef(false);
  /** what stands on the server now may be by this form itself */
  const underSend = useRef(false);

  const heldString = (key: string) => {
    const value = draft.values[key];
    return typeof value === 'string' ? value : '';
  };

  /** Which state of which case the form is about. */
  const standing = editing && { id: editing.id, version: Number(heldString(versionKey) || base[versionKey]) };

  // Whoever goes on typing into what was saved elsewhere meanwhile is told before they are done.
  const look = async () => {
    if (underSend.current) return;
    const found = await editing?.latest();
    if (!found || underSend.current || taken.current || found.version === standing?.version) return;
    if (found.version !== newer?.version) toast('这个案例刚在别处改过，请看表单上方', 'warning');
    setPressed(undefined);
    setNewer(found);
  };
  useChangedElsewhere(editing && (() => void look()));
  // A draft of this device that was begun on an older state is told of it before anything more is typed.
  const [outdated] = useState(() => editing !== undefined && draft.values[versionKey] !== base[versionKey]);
  const lookAtOnce = useEffectEvent(look);
  useEffect(() => {
    if (outdated) void lookAtOnce();
  }, [outdated]);

  /** `on` is a state that its person has chosen to write over, or a new form's own `requestId`. */
  async function send(
    how: How,
    on: { id: string; version: number } | { requestId: string } | undefined = standing,
    category = heldString(categoryKey),
  ) {
    if (taken.current) return;
    setRefusal(undefined);
    setPressed(how);
    const unchosen = category === '' && { [categoryKey]: '请选择类别' };
    const wrong = how === 'submit' ? { ...unchosen, ...errorsOf(stage.case, draft.values) } : {};
    if (!faults.show({ ...wrong, ...faults.underWay() })) return;
    if (category === '') return setChoosing(true);
    setNewer(undefined);
    const values = Object.fromEntries(Object.entries(draft.values).filter(([key]) => !key.startsWith('#')));
    const reply = await once(async () => {
      underSend.current = true;
      try {
        return await (how === 'submit'
          ? submit({ ...wired(stage, draft.values), type: category, requestId: draft.requestId, ...on })
          : keep({ category, values: JSON.stringify(values), requestId: draft.requestId, ...on }));
      } finally {
        underSend.current = false;
      }
    });
    if (!reply) return;
    if (reply.ok) {
      taken.current = true;
      draft.discard();
      onDone(reply.data, how === 'keep');
      return;
    }
    faults.show(refusedFields(stage.case, reply.fields));
    setRefusal(reply.message);
    // Somebody saved it meanwhile, perhaps in another window: what is typed here stays, and its person decides.
    if (reply.code === errorKinds.state_conflict.code)
      setNewer(await (editing ? editing.latest() : became?.(draft.requestId)));
    // The case that this form had become is gone: what it holds is a new one.
    if (reply.code === errorKinds.not_found.code && !editing) draft.renew();
  }

  const done = (field: StageField) =>
    !isEmpty(draft.values[field.key]) && errorOf(field, draft.values[field.key]) === undefined;
  const items = [
    { key: categoryKey, label: '类别', filled: heldString(categoryKey) !== '' },
    ...stage.case.map((field) => ({ key: field.key, label: field.label, filled: done(field) })),
  ];
  const missing = items.filter(({ filled }) => !filled);

  return (
    <form
      ref={form}
      className={styles.grid}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send('submit');
      }}
    >
      <div className={styles.fields}>
        {editing?.reason && (
          <p className={styles.refusal} role="note">
            <Icon name="warn" />
            上次没有通过：{editing.reason}
          </p>
        )}
        {newer && (
          <SavedMeanwhile
            stage={stage}
            base={base}
            mine={draft.values}
            newer={newer}
            busy={busy}
            comes={pressed !== undefined}
            onLoad={() => {
              draft.discard();
              editing?.reload();
            }}
            onKeep={() => {
              if (editing) draft.change(versionKey, String(newer.version));
              if (pressed) return void send(pressed, { id: newer.id, version: newer.version });
              setNewer(undefined);
              toast('已保留您填的，提交后替换别处改的');
            }}
            onNew={editing ? undefined : () => void send(pressed ?? 'submit', { requestId: draft.renew() })}
          />
        )}
        <Frame id="category" label="类别" required hint="在哪一类家具下展示" error={faults.errors[categoryKey]} group>
          <RadioControl
            id="category"
            value={heldString(categoryKey)}
            options={categories.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(value) => {
              draft.change(categoryKey, value);
              faults.recheck(categoryKey, () => undefined);
            }}
          />
        </Frame>
        {stage.case.map((field) => {
          const poster = posterOf(field.key);
          return (
            <FieldControl
              key={field.key}
              field={field}
              value={draft.values[field.key]}
              error={faults.errors[field.key]}
              means={means}
              companion={{ value: heldString(poster), onChange: (value) => draft.change(poster, value) }}
              onPending={faults.onPending(field.key)}
              onChange={(value) => {
                draft.change(field.key, value);
                faults.recheck(field.key, () => errorOf(field, value));
              }}
            />
          );
        })}
        {refusal && !newer && (
          <p className={styles.refusal} role="alert">
            <Icon name="warn" />
            {refusal}
          </p>
        )}
        <div className={styles.acts}>
          <Button type="submit" tone="pine" size="strong" busy={busy}>
            提交审核
          </Button>
          <Button
            tone="line"
            size="strong"
            busy={busy}
            onClick={() => (editing?.waits ? setAsking(true) : void send('keep'))}
          >
            存为草稿
          </Button>
          <p>{editing?.isPublic ? '审核通过前，公开的仍是上一版。' : '审核通过后所有人可见，有结果会通知您。'}</p>
        </div>
      </div>
      <Confirm
        open={asking}
        title="撤回审核，存为草稿？"
        action="撤回并存为草稿"
        onConfirm={() => {
          setAsking(false);
          void send('keep');
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          已经提交的内容正在等待审核，存为草稿后不再审核，再次提交时重新排队。
          {editing?.isPublic && '公开的仍是上一版。'}
        </p>
      </Confirm>
      <CategoryFirst
        open={choosing}
        onChoose={(key) => {
          setChoosing(false);
          draft.change(categoryKey, key);
          void send('keep', standing, key);
        }}
        onClose={() => setChoosing(false)}
      />
      <aside className={styles.aside} aria-label="填写进度">
        <h2>
          {missing.length === 0 ? '都填好了' : `还差 ${missing.length} 项`}
          <small>共 {items.length} 项，都要填</small>
        </h2>
        <ul>
          {items.map(({ key, label, filled }) => (
            <li key={key} data-done={filled || undefined}>
              <button type="button" onClick={() => faults.bring(key)}>
                <Icon name={filled ? 'checkc' : 'right'} size="small" />
                {label}
                <span className="sr">{filled ? '，已填好' : '，还没填好'}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.saved}>
          <SavedMark draft={draft} />
        </p>
        {draft.restored && (
          <Button
            tone="ghost"
            size="small"
            onClick={() => {
              draft.discard();
              faults.clear();
              setNewer(undefined);
            }}
          >
            {editing ? '放弃未提交的改动' : '清空重填'}
          </Button>
        )}
      </aside>
    </form>
  );
}

/** The form as its call takes it, films with their stills. */
function wired(stage: Stage, values: FormValues): Record<string, unknown> {
  const stills = stage.case
    .filter(({ widget }) => widget.kind === 'video')
    .map(({ key, wire }) => [posterOf(wire), values[posterOf(key)]] as const);
  return { ...wireValues(stage.case, values), ...Object.fromEntries(stills) };
}
