import { Icon } from '../icon.tsx';
import { clockText } from '../time.ts';
import styles from './form.module.css';
import type { DraftState } from './use-draft.ts';

type Kept = Pick<DraftState, 'unsaved' | 'savedAt' | 'elsewhere'>;

/** Whether what was typed is kept on this device, and since when. */
function keptWords({ unsaved, savedAt, elsewhere }: Kept): { text: string; warns: boolean } | undefined {
  if (unsaved) return { text: '此设备无法保存草稿', warns: true };
  if (elsewhere) return { text: '另一个窗口也在填，自动保存的是最后改的那份', warns: true };
  return savedAt === undefined ? undefined : { text: `已自动保存 ${clockText(savedAt)}`, warns: false };
}

export function SavedMark({ draft }: { draft: Kept }) {
  const kept = keptWords(draft);
  if (!kept) return null;
  return (
    <span className={styles.kept} data-warns={kept.warns || undefined} role="status">
      <Icon name={kept.warns ? 'warn' : 'check'} size="small" />
      {kept.text}
    </span>
  );
}
