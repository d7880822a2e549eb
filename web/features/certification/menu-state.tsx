import { certificationStatusNames } from '../../../contract/statuses.ts';
import { useUser } from '../../session.ts';
import styles from './certification.module.css';
import { useStanding } from './standing.ts';

/** Behind 认证 in the menu: 认证中, 认证成功 or 认证失败; nothing where nothing was handed in. */
export function MenuState() {
  const status = useStanding(useUser()?.token);
  if (status === undefined || status === null) return null;
  const name = certificationStatusNames[status as keyof typeof certificationStatusNames];
  return (
    <span className={styles.state} data-status={status}>
      {name}
    </span>
  );
}
