import { useEffect, useRef, useState } from 'react';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import type { FormValues } from '../../../ui/form/draft.ts';
import { Icon } from '../../../ui/icon.tsx';
import { momentText } from '../../../ui/time.ts';
import styles from './case-form.module.css';
import { differing } from './values.ts';

/** A case as somebody has saved it since the form was opened. */
export interface Newer {
  id: string;
  values: FormValues;
  version: number;
  /** seconds since 1970 */
  at: number;
}

/** Says what was changed meanwhile and by when, and lets the person choose; nothing is written over silently. */
export function SavedMeanwhile({
  stage,
  base,
  mine,
  newer,
  busy,
  comes,
  onLoad,
  onKeep,
  onNew,
}: {
  stage: Stage;
  /** what the form began with; the newest itself, where it was opened anew on an older draft of this device */
  base: FormValues;
  mine: FormValues;
  newer: Newer;
  busy: boolean;
  /** somebody who has pressed a button waits for an answer: it comes to them; who is typing is left where they are */
  comes: boolean;
  onLoad: () => void;
  onKeep: () => void;
  /** of a form of a new case, which has become one already: what it holds now is another */
  onNew?: (() => void) | undefined;
}) {
  const [asking, setAsking] = useState(false);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!comes) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [comes, newer]);
  const theirs = differing(stage, base, newer.values);
  const apart = differing(stage, mine, newer.values);
  if (onNew)
    return (
      <section ref={place} tabIndex={-1} className={styles.changed} role="alert" aria-label="这份表单已经存过">
        <p>
          <Icon name="warn" />
          <b>这份表单在 {momentText(newer.at)} 已经存成一个案例</b>
        </p>
        <p>
          {apart.length > 0 ? `和您现在填的不一样：${apart.join('、')}。` : '内容和您现在填的一样。'}
          可能是在另一个窗口里存的，也可能上次其实存上了。那个案例没有改动，您填的也都还在下面。
        </p>
        <div className={styles.acts}>
          <Button tone="pine" busy={busy} onClick={onNew}>
            作为另一个新案例
          </Button>
          <Button tone="line" busy={busy} onClick={onKeep}>
            用我填的改那个案例
          </Button>
        </div>
      </section>
    );
  return (
    <section ref={place} tabIndex={-1} className={styles.changed} role="alert" aria-label="案例已在别处改过">
      <p>
        <Icon name="warn" />
        <b>这个案例在 {momentText(newer.at)} 已被改过</b>
      </p>
      <p>
        {theirs.length > 0
          ? `改了：${theirs.join('、')}。`
          : apart.length > 0
            ? `和您填的不一样：${apart.join('、')}。`
            : '内容和您填的一样。'}
        您填的都还在下面，没有丢，也没有覆盖任何内容。
      </p>
      <div className={styles.acts}>
        <Button tone="line" onClick={() => (apart.length > 0 ? setAsking(true) : onLoad())}>
          载入最新
        </Button>
        <Button tone="pine" busy={busy} onClick={onKeep}>
          仍保留我的
        </Button>
      </div>
      <Confirm
        open={asking}
        title="载入最新内容？"
        figures={[['与您填的不同', apart.join('、')]]}
        action="载入最新，放弃我填的"
        danger
        onConfirm={() => {
          setAsking(false);
          onLoad();
        }}
        onClose={() => setAsking(false)}
      >
        <p>您在这个页面上填的会被换成最新保存的内容。</p>
      </Confirm>
    </section>
  );
}
