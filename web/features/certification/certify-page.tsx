import { useCallback, useEffect } from 'react';
import { type Certification, certificationItems, certifyInfo } from '../../../contract/certification.ts';
import { stages } from '../../../contract/stages/index.ts';
import { accountType, certificationStatus } from '../../../contract/statuses.ts';
import { ownPlace } from '../../client/own-place.ts';
import { onLive } from '../../client/live.ts';
import { send } from '../../client/transport.browser.ts';
import type { UserInfo } from '../../session.ts';
import { forgetDrafts } from '../../ui/form/draft.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { Link } from '../../ui/link.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { Certified } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import styles from './certification.module.css';
import { CertifyForm } from './certify-form.tsx';
import { Papers } from './papers.tsx';
import { loadStanding } from './standing.ts';

/** The certification of one kind of account, wherever it stands (features ). */
export function CertifyPage({ user, servicePhone }: { user: UserInfo; servicePhone: string }) {
  const load = useCallback(() => send(certifyInfo, {}), []);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="1.6rem" />
        </Loading>
      }
    >
      {(handed, reload) => (
        <Standing
          user={user}
          servicePhone={servicePhone}
          handed={handed}
          reload={() => {
            reload();
            void loadStanding(user.token);
          }}
        />
      )}
    </LatePart>
  );
}

function Standing({
  user,
  servicePhone,
  handed,
  reload,
}: {
  user: UserInfo;
  /** where the firm that runs the portal answers; '' for nowhere */
  servicePhone: string;
  handed: Certification | null;
  reload: () => void;
}) {
  // An operator decides while the page is open.
  useEffect(
    () =>
      onLive((topic) => {
        if (topic === 'certification') reload();
      }),
    [reload],
  );
  const type = user.account_type === accountType.individual ? accountType.individual : accountType.enterprise;
  const items = certificationItems(type, stages);
  const key = 'omo.draft.certification';
  const refusalKey =
    handed?.status === certificationStatus.failed ? `${key}.${handed.id}.${handed.decideTime}` : undefined;
  const isHanded = handed !== null;
  // What was handed in, also by a form whose answer was lost, says who somebody is: it does not lie about.
  useEffect(() => {
    if (isHanded) forgetDrafts(localStorage, key, ownPlace, refusalKey);
  }, [isHanded, refusalKey]);
  const what = type === accountType.individual ? '个人认证' : '企业认证';
  const form = { accountType: type, phone: user.mobile, onDone: reload } as const;

  if (handed === null)
    return (
      <>
        <Head icon="badge" tone="pine" title={what} words="提交资料后由审核人员核对，通过后您的名字旁边会有认证标识。">
          <Gains />
        </Head>
        <CertifyForm key="first" title="认证资料" items={items} draftKey={key} {...form} />
      </>
    );

  if (refusalKey !== undefined) {
    const refused = new Set(handed.refused.map(({ item }) => item));
    const anew = items.filter(({ wire }) => refused.has(wire));
    const kept = items.filter(({ wire }) => !refused.has(wire));
    return (
      <>
        <Head
          icon="warn"
          tone="danger"
          title="认证失败"
          words={`有 ${anew.length} 项资料没有通过，只需重新提供这些，其余的已经认可。`}
          at={handed.decideTime}
        />
        <CertifyForm
          key={handed.decideTime}
          title="需要重新提供"
          items={anew}
          before={handed}
          draftKey={refusalKey}
          {...form}
        />
        <Papers title="已认可的资料" note="不用再填" items={kept} handed={handed} />
      </>
    );
  }

  const passed = handed.status === certificationStatus.passed;
  return (
    <>
      {passed ? (
        <Head icon="badge" tone="pine" title="认证成功" words={handed.name} at={handed.decideTime}>
          <Gains passed />
          <Changed phone={servicePhone} />
        </Head>
      ) : (
        <Head
          icon="clock"
          tone="warning"
          title="认证中"
          words="资料已提交，正在等待审核。结果会显示在这里，不用重复提交。"
          at={handed.submitTime}
          moment="提交于"
        />
      )}
      <Papers title={passed ? '认证资料' : '已提交的资料'} items={items} handed={handed} />
    </>
  );
}

function Head({
  icon,
  tone,
  title,
  words,
  at = null,
  moment = '审核于',
  children,
}: {
  icon: IconName;
  tone: 'pine' | 'warning' | 'danger';
  title: string;
  words: string;
  at?: number | null;
  moment?: string;
  children?: React.ReactNode;
}) {
  return (
    <section className={styles.head} aria-labelledby="certify-title">
      <span className={styles.mark} data-tone={tone} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div>
        <h1 id="certify-title">{title}</h1>
        <p>{words}</p>
        {at !== null && (
          <p className={styles.at}>
            {moment} {momentText(at)}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** What a passed certification gives. */
function Gains({ passed = false }: { passed?: boolean }) {
  return (
    <ul className={styles.gains} aria-label={passed ? '您现在可以' : '通过认证后'}>
      <li>
        <Icon name="check" size="small" />
        <span>
          店铺、案例、需求和标书上显示 <Certified />
        </span>
      </li>
      <li>
        <Icon name="check" size="small" />
        <span>{passed ? <Link to="/personal/account/balance">把余额提现</Link> : '把余额提现'}到认证名称的银行卡</span>
      </li>
      <li>
        <Icon name="check" size="small" />
        <span>合同里写明您已经过平台认证</span>
      </li>
    </ul>
  );
}

/** What to do when papers are no longer true. */
function Changed({ phone }: { phone: string }) {
  return (
    <p className={styles.changed}>
      <Icon name="info" size="small" />
      <span>
        更名、换证或换了联系人：
        {phone ? (
          <>
            请拨打 <a href={`tel:${phone}`}>{phone}</a>，核实身份后由客服协助更新。
          </>
        ) : (
          '请联系平台客服，核实身份后协助更新。'
        )}
      </span>
    </p>
  );
}
