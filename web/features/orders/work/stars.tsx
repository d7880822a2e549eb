import { scoreWords } from '../../../../contract/appraisal-labels.ts';
import { described } from '../../../ui/form/frame.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './appraisal.module.css';

/** One of five, chosen with a thumb, or with the arrow keys as any group of radios. Stands in a group frame. */
export function StarsControl({
  id,
  value,
  error,
  onChange,
}: {
  id: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}) {
  const chosen = Number(value);
  return (
    <div className={styles.choose}>
      {scoreWords.map((word, index) => (
        <label key={word} data-on={index < chosen || undefined}>
          <input
            type="radio"
            name={id}
            id={index === 0 ? id : undefined}
            value={index + 1}
            checked={chosen === index + 1}
            aria-label={`${index + 1} 分，${word}`}
            onChange={() => onChange(String(index + 1))}
            {...described(id, error)}
          />
          <Icon name="star" />
        </label>
      ))}
      <em aria-hidden="true">{scoreWords[chosen - 1] ?? '点选评分'}</em>
    </div>
  );
}
