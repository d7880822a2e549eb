import { operatorRoleNames } from '../../contract/operator/roles.ts';
import { Link } from '../ui/link.tsx';
import { Empty } from '../ui/states.tsx';
import type { Desk } from './layout.tsx';
import styles from './shut.module.css';
import { PageHead } from './ui/page-head.tsx';

const named = (roles: Desk['roles'], joint: string) => {
  const names = roles.map((role) => operatorRoleNames[role]);
  return [names.slice(0, -1).join('、'), ...names.slice(-1)].filter(Boolean).join(joint);
};

/** In place of a screen that is not for the one who came to its address: what it would have taken, and what there is instead. */
export function Shut({ part, desk: { roles, parts } }: { part: Desk['shut'][number]; desk: Desk }) {
  return (
    <>
      <PageHead title={part.name} />
      <Empty
        icon="lock"
        text="您的角色不能查看这一页"
        action={
          <div className={styles.shut}>
            <p>
              {part.name}要{named(part.roles, '或')}才能打开，您的角色是{named(roles, '、')}。需要时请联系管理员。
            </p>
            {parts.length > 0 && (
              <nav aria-label="您可以查看">
                <span>您可以查看</span>
                {parts.map(({ key, name }) => (
                  <Link key={key} to={`/console/${key}`}>
                    {name}
                  </Link>
                ))}
              </nav>
            )}
          </div>
        }
      />
    </>
  );
}
