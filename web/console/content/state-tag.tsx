import type { ContentState } from '../../../contract/operator/content.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import styles from './content.module.css';

const tones: Readonly<Record<ContentState, TagTone>> = {
  draft: 'plain',
  shown: 'success',
  queued: 'warning',
  waiting: 'business',
  over: 'plain',
  withdrawn: 'plain',
};

/** Where an item stands, and whether something of it is not published yet. */
export function StateTag({ state, name, changed }: { state: ContentState; name: string; changed: boolean }) {
  return (
    <span className={styles.tags}>
      <Tag tone={tones[state]}>{name}</Tag>
      {changed && <Tag tone="warning">有未发布的修改</Tag>}
    </span>
  );
}
