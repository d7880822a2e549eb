import { type LineAround, linesAround } from '../../../contract/operator/moderation.ts';
import { actors } from '../../../contract/process/facts.ts';
import { Tag } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import styles from './around.module.css';

/** A message or a comment among what was said before and after it (feature P-04). */
export function Around({
  lines,
  id,
  label,
  mark,
}: {
  lines: readonly LineAround[];
  /** of the one that is judged */
  id: string;
  label: string;
  /** why that one is judged; '' where nothing waits */
  mark: string;
}) {
  return (
    <>
      <ol className={styles.lines} aria-label={label}>
        {lines.map((line) => (
          <li
            key={line.id}
            data-judged={line.id === id || undefined}
            aria-current={line.id === id ? 'true' : undefined}
          >
            <p className={styles.who}>
              {line.by && `${actors[line.by]} `}
              <b>{line.nickname}</b>
              <time dateTime={new Date(line.time * 1000).toISOString()}>{momentText(line.time)}</time>
              {line.id === id && mark && <Tag tone="danger">{mark}</Tag>}
              {line.hidden && <Tag tone="warning">已隐藏</Tag>}
            </p>
            {line.content && <p className={styles.words}>{line.content}</p>}
            {line.pictures + line.files > 0 && <p className={styles.with}>{attached(line)}</p>}
          </li>
        ))}
      </ol>
      <p className={styles.with}>前后各最多显示 {linesAround} 条</p>
    </>
  );
}

const attached = ({ pictures, files }: LineAround): string =>
  [pictures > 0 && `${pictures} 张图片`, files > 0 && `${files} 个文件`].filter(Boolean).join('，');
