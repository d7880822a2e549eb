import type { Trouble, TroubleLink } from '../../../contract/operator/health.ts';
import { Link } from '../../ui/link.tsx';
import styles from './trouble.module.css';

/** The first of those whom it concerns, and how many they are. */
export const peopleText = ({ people, others }: Pick<Trouble, 'people' | 'others'>): string =>
  `${people.map(({ name }) => name).join('、')}${others > 0 ? ` 等 ${people.length + others} 人` : ''}`;

/** What failed, in words: what was to be done, about what and for whom, and why it did not come about (feature Z-16). */
export function TroubleWords({ trouble: { about, subject, people, others, error, raw } }: { trouble: Trouble }) {
  return (
    <div className={styles.trouble}>
      <span>{about}</span>
      {subject && (
        <small>
          关于 <To link={subject} />
        </small>
      )}
      {people.length > 0 && (
        <small>
          涉及{' '}
          {people.map((person, index) => (
            <span key={person.path}>
              {index > 0 && '、'}
              <To link={person} />
            </span>
          ))}
          {others > 0 && ` 等 ${people.length + others} 人`}
        </small>
      )}
      {error && <small>失败原因：{error.replace(/^\w*Error: /, '')}</small>}
      {raw && (
        <details>
          <summary>原始数据</summary>
          <pre>{raw}</pre>
        </details>
      )}
    </div>
  );
}

const To = ({ link: { name, path } }: { link: TroubleLink }) => <Link to={path}>{name}</Link>;
