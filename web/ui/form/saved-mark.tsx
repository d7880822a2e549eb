import { Icon } from '../icon.tsx';
import { clockText } from '../time.ts';
import styles from './form.module.css';
import type { DraftState } from './use-draft.ts';

type Kept = Pick<DraftState, 'unsaved' | 'savedAt' | 'elsewhere'>;

/** Whether what was typed is kept on this device, and since when. */
function keptWords({ unsaved, savedAt, elsewhere }: Kept, saved: string): { text: string; warns: boolean } | undefined {
  if (unsaved) return { text: '此设备无法保存草稿', warns: true };
  if (elsewhere) return { text: '另一个窗口也在填，自动保存的是最后改的那份', warns: true };
  return savedAt === undefined ? undefined : { text: `${saved} ${clockText(savedAt)}`, warns: false };
}

/** `saved`: what is said of what is kept, where a form saves elsewhere too and the two must not be taken for each other. */
export function SavedMark({ draft, saved = '已自动保存' }: { draft: Kept; saved?: string }) {
  const kept = keptWords(draft, saved);
  if (!kept) return null;
  return (
    <span className={styles.kept} data-warns={kept.warns || undefined} role="status">
      <Icon name={kept.warns ? 'warn' : 'check'} size="small" />
      {kept.text}
    </span>
  );
}
