import { useRef, useState } from 'react';
import { commentLength, emptyComment } from '../../../contract/subjects.ts';
import { send } from '../../client/transport.browser.ts';
import { waiting } from '../../client/waiting.ts';
import { demandLogin, displayName, useUser } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import { toast } from '../../ui/toast.tsx';
import { useReturn } from '../../ui/use-return.ts';
import { useSending } from '../../ui/use-sending.ts';
import styles from './comments.module.css';
import { posting, type Subject } from './kinds.ts';

interface Box {
  subject: Subject;
  hint: string;
  /** what the server answered: the comment in its kind's own words */
  onSaid: (wire: Record<string, unknown>) => void;
}

/** Where comments are written. What was written stays when the server refuses it, and over a sign-in. */
export function CommentBox(props: Box) {
  // What waits is in the browser only: the server knows of none. Until then nothing can be written that would be lost.
  const ready = useHydrated();
  return <Form key={ready ? props.subject.id : 'server'} {...props} ready={ready} />;
}

function Form({ subject, hint, onSaid, ready }: Box & { ready: boolean }) {
  const user = useUser();
  const key = `comment.${subject.kind}.${subject.id}`;
  const [text, setText] = useState(() => (ready ? waiting.read(key) : ''));
  const [error, setError] = useState<string>();
  const [busy, once] = useSending();
  const form = useRef<HTMLFormElement>(null);
  const leave = useReturn(form, key, user !== undefined);

  const change = (next: string) => {
    setText(next);
    setError(undefined);
    waiting.put(key, next);
  };

  async function say() {
    if (text.trim() === '') {
      setError(emptyComment);
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    if (!user) {
      leave();
      return demandLogin();
    }
    const { call, input } = posting(subject, text);
    const reply = await once(() => send(call, input));
    if (!reply) return;
    if (!reply.ok) {
      setError(reply.message);
      return;
    }
    const wire = reply.data as Record<string, unknown>;
    change('');
    toast(wire.status === 0 ? '评论已提交，审核通过后所有人可见' : '评论已发布');
    onSaid(wire);
  }

  return (
    <form
      ref={form}
      className={styles.say}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
    >
      <Face name={user ? displayName(user) : '客'} src={user?.avatar_url} />
      <fieldset disabled={!ready}>
        <Frame id="comment" label="写评论" required={false} hint={hint} error={error}>
          <TextControl id="comment" value={text} onChange={change} error={error} max={commentLength} rows={2} />
        </Frame>
        <div className={styles.send}>
          <Button type="submit" tone="line" busy={busy}>
            发表评论
          </Button>
          <small>Ctrl + Enter 也能发表</small>
        </div>
      </fieldset>
    </form>
  );
}
