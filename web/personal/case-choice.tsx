import { stages } from '../../contract/stages/index.ts';
import { page } from '../portal/route-record.ts';
import { Icon, tileIcon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './shop.module.css';

export const handle = page({ name: 'my-case-choice', under: 'personal', title: '发布案例', ground: 'mist' });

/** Which stage the new case is of. */
export default function CaseChoice() {
  return (
    <section className={styles.sheet}>
      <h1>发布案例</h1>
      <p className={styles.told}>先选这个案例属于哪个环节，每个环节要填的不一样。</p>
      <ul className={styles.stages}>
        {stages.map(({ key, name, blurb }) => (
          <li key={key}>
            <Link to={`/personal/shop/case/${key}/new`}>
              <Icon name={tileIcon(key)} />
              <b>{name}</b>
              <span>{blurb}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
