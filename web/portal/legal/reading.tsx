import { Link } from '../../ui/link.tsx';
import { useShellData } from '../route-record.ts';
import styles from './reading.module.css';

/** One clause: paragraphs, and lists where a part is a list itself. Text is data: JSX would put blanks into Chinese. */
export interface Clause {
  readonly heading?: string;
  readonly text: readonly (string | readonly string[])[];
}

/** What a text says of the firm that runs the portal. */
type Firm = Record<'name' | 'phone' | 'hours', string>;

/** A text of clauses, read from top to bottom. @param since the day it came into force, YYYY-MM-DD */
export function Reading(props: {
  title: string;
  since: string;
  clauses: (firm: Firm) => readonly Clause[];
  other: { to: string; title: string };
}) {
  const { title, since, clauses, other } = props;
  const site = useShellData()?.site;
  const [year, month, day] = since.split('-').map(Number);
  const firm = {
    name: site?.name ?? '智能家具产业链',
    phone: site?.phone ?? '',
    hours: site?.hours ? `（${site.hours}）` : '',
  };
  return (
    <article className={styles.reading}>
      <h1>{title}</h1>
      <p className={styles.since}>{`版本 ${since}，自 ${year} 年 ${month} 月 ${day} 日起生效`}</p>
      {clauses(firm).map(({ heading, text }) => (
        <section key={heading ?? ''}>
          {heading && <h2>{heading}</h2>}
          {text.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{part}</p>
            ) : (
              <ul key={part[0]}>
                {part.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
      <p className={styles.other}>
        另见 <Link to={other.to}>{`《${other.title}》`}</Link>
      </p>
    </article>
  );
}
