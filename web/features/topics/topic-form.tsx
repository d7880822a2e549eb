import { useRef, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { categories } from '../../../contract/categories.ts';
import { pictureAt } from '../../../contract/pictures.ts';
import { topicContentLength, topicTitleLength } from '../../../contract/subjects.ts';
import { topicFields } from '../../../contract/topics.ts';
import { Button } from '../../ui/button.tsx';
import { RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { ImagesControl } from '../../ui/form/images-control.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import type { Upload } from '../../ui/form/uploads.ts';
import { type FormValues, textOf } from '../../ui/form/draft.ts';
import { SavedMark } from '../../ui/form/saved-mark.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useFaults } from '../../ui/form/use-faults.ts';
import { Icon } from '../../ui/icon.tsx';
import { useReturn } from '../../ui/use-return.ts';
import { useSending } from '../../ui/use-sending.ts';
import styles from './topic-form.module.css';

export interface TopicFormProps {
  draftKey: string;
  /** what it begins with where nothing was typed yet: a topic that is changed */
  begin?: FormValues;
  upload: Upload;
  signedIn: boolean;
  signIn: () => void;
  publish: (input: Record<string, unknown>) => Promise<Reply<{ topicId: string; status: number }>>;
  onPublished: (topicId: string, status: number) => void;
}

const options = categories.map(({ topicType, name }) => ({ value: String(topicType), label: name }));

/** Specification §5: the type begins with 2. */
const fresh: FormValues = { topicType: '2', titel: '', content: '', files: [] };

const keys = ['titel', 'content', 'files'] as const;
type Key = (typeof keys)[number];
const parts = keys.map((key) => ({ key, label: topicFields[key].label }));

/** Specification §8; what did not arrive is never left out silently. */
const uploadFailed = '发布失败！有图片没有传完，请稍候、重试或移除';
/** … and a picture that cannot be sent at all is named. */
const uploadRefused = (names: readonly string[]) => `请先移除不能上传的图片（${names.join('、')}）`;

/** Writes a topic, or changes one; kept on the device as one types (feature Z-04). */
export function TopicForm({ draftKey, begin, upload, signedIn, signIn, publish, onPublished }: TopicFormProps) {
  const draft = useDraft(draftKey, begin ?? fresh);
  const { values } = draft;
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  /** pictures on their way or failed, and the names of those that cannot be sent */
  const [{ pending, refused }, setPending] = useState<{ pending: number; refused: readonly string[] }>({
    pending: 0,
    refused: [],
  });
  const form = useRef<HTMLFormElement>(null);
  const faults = useFaults(form, parts);
  const { errors, show } = faults;
  const leave = useReturn(form, draftKey, signedIn);

  const text = (key: string) => textOf(values[key]);
  const files = [...((values.files as readonly string[] | undefined) ?? [])];

  const faultOf = (key: Key, value: unknown): string | undefined => {
    const parsed = topicFields[key].schema.safeParse(value);
    return parsed.success ? undefined : parsed.error.issues[0]?.message;
  };

  function change(key: string, value: string | readonly string[]) {
    draft.change(key, value);
    setRefusal(undefined);
    faults.recheck(key, () => faultOf(key as Key, value));
  }

  async function submit() {
    setRefusal(undefined);
    const unsent = refused.length > 0 ? uploadRefused(refused) : uploadFailed;
    const found = Object.fromEntries(
      keys.flatMap((key) => {
        // Pictures on their way are as good as there, as far as there being one goes.
        const fault = key === 'files' && pending > 0 ? unsent : faultOf(key, values[key]);
        return fault === undefined ? [] : [[key, fault]];
      }),
    );
    if (!show(found)) return;
    if (!signedIn) {
      leave();
      return signIn();
    }
    const { topicType, titel, content } = values;
    const reply = await once(() => publish({ topicType, titel, content, files, requestId: draft.requestId }));
    if (!reply) return;
    if (reply.ok) {
      draft.discard();
      onPublished(reply.data.topicId, reply.data.status);
      return;
    }
    show(Object.fromEntries(keys.flatMap((key) => (reply.fields[key] ? [[key, reply.fields[key]]] : []))));
    setRefusal(reply.message || '发布失败！');
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={styles.state}>
        <SavedMark draft={draft} />
        {draft.restored && (
          <Button tone="ghost" size="small" onClick={() => (draft.discard(), faults.clear(), setRefusal(undefined))}>
            清空重填
          </Button>
        )}
      </div>
      <Frame id="topicType" label="分类" required group>
        <RadioControl
          id="topicType"
          value={text('topicType')}
          onChange={(value) => change('topicType', value)}
          options={options}
        />
      </Frame>
      <Frame id="titel" label="标题" required error={errors['titel']}>
        <TextControl
          id="titel"
          value={text('titel')}
          onChange={(value) => change('titel', value)}
          error={errors['titel']}
          max={topicTitleLength}
          placeholder="一句话说清楚在聊什么"
          required
        />
      </Frame>
      <Frame id="content" label="内容" required error={errors['content']}>
        <TextControl
          id="content"
          value={text('content')}
          onChange={(value) => change('content', value)}
          error={errors['content']}
          max={topicContentLength}
          rows={10}
          placeholder="用了什么材料、踩过什么坑、想问什么，写细一点别人才好接话"
          required
        />
      </Frame>
      <Frame
        id="files"
        label="图片"
        required
        group
        hint="1 到 9 张，第一张是封面，拖动或用方向键调整顺序"
        error={errors['files']}
      >
        <ImagesControl
          id="files"
          value={files}
          onChange={(value) => change('files', value)}
          error={errors['files']}
          max={9}
          upload={upload}
          onPending={(count, names) => {
            setPending({ pending: count, refused: names });
            const said = errors['files'] === uploadFailed || errors['files'] === uploadRefused(refused);
            if (said && (count === 0 || names.length < refused.length)) faults.recheck('files', () => undefined);
          }}
          thumb={(url) => pictureAt(url, 320)}
        />
      </Frame>
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" />
          {refusal}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" tone="pine" size="strong" busy={busy}>
          {signedIn ? (begin ? '保存并发布' : '发布话题') : '登录并发布'}
        </Button>
        {!signedIn && <p>填好的内容会留着，登录后回到这里。</p>}
      </div>
    </form>
  );
}
