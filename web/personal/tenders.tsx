import type { CallOutput } from '../../contract/call.ts';
import type { getMyTenders } from '../../contract/demands.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { ContactButton } from '../features/messages/contact-button.tsx';
import { chainHome } from '../portal/chrome/links.ts';
import { page, useShellData } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Tag } from '../ui/tag.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { OwnCard, OwnList } from './own-list.tsx';
import styles from './own-words.module.css';

export const handle = page({ name: 'my-tenders', under: 'personal', title: '我的投标', ground: 'mist' });

/** Said here so that the page brings no schema along. */
const pageSize = 10;

type Tender = CallOutput<typeof getMyTenders>[number];

const load = (page: string) => send(callAt<typeof getMyTenders>('/api/Demand/getMyTenders'), { page });
const itemsOf = (tenders: readonly Tender[]) => tenders;

/** All that one tendered for, the newest first, with what became of it. */
export default function MyTenders() {
  const { first } = chainHome(useShellData(), undefined);
  return (
    <OwnList
      title="我的投标"
      beside={<p>标书密封：截止或选定之前，只有发布人看得到您的报价和工期。</p>}
      load={load}
      itemsOf={itemsOf}
      pageSize={pageSize}
      icon="inbox"
      unit="投标"
      none={{
        text: '您还没有投过标',
        action: (
          <ButtonLink tone="line" to={first}>
            去看在招的需求
          </ButtonLink>
        ),
      }}
    >
      {(tender) => <Row tender={tender} />}
    </OwnList>
  );
}

const tones: Readonly<Record<Tender['state'], string>> = {
  tendering: 'pine',
  chosen: 'success',
  lost: 'plain',
  withdrawn: 'plain',
  voided: 'warning',
  declined: 'plain',
  ended: 'plain',
};

function Row({ tender }: { tender: Tender }) {
  const { demandNid, name, picture, stage, type, offer, completionDay, note, saveTime, issueEndTime, state } = tender;
  const shell = useShellData();
  const categoryName = shell?.categories.find(({ key }) => key === type)?.name;
  const stageName = shell?.tiles.find(({ key }) => key === stage)?.name;
  const chosen = state === 'chosen';
  const path = chosen ? `/personal/order/${demandNid}` : `/demand/${demandNid}`;
  return (
    <OwnCard name={name} picture={picture}>
      <div className={styles.what}>
        <h2>
          <Link to={path}>{name}</Link> <Tag tone={tones[state]}>{tender.stateName}</Tag>
          {tender.inputState === 'changed' && (
            <>
              {' '}
              <Tag tone="warning">输入已变</Tag>
            </>
          )}
        </h2>
        <p>
          报价 <b className="price">{yuan(offer)}</b>，{completionDay} 天
        </p>
        {note && <p className="clip2">{note}</p>}
        {state === 'tendering' && tender.inputState !== '' && (
          <p className={styles.note}>前面环节更新了交付，选定之前可以修改或撤回投标。</p>
        )}
        {state === 'voided' && <p className={styles.note}>需求有改动，原标书已作废，可以重新报价。</p>}
        <div className={styles.foot}>
          {categoryName && <Tag tone={type}>{categoryName}</Tag>}
          {stageName && <Tag>{stageName}</Tag>}
          <span>{tender.nickname} 发布</span>
          <time dateTime={new Date(saveTime * 1000).toISOString()}>
            {state === 'tendering' ? `${momentText(issueEndTime)} 截止` : `${momentText(saveTime)} 投标`}
          </time>
          <span className={styles.acts}>
            {(state === 'tendering' || chosen || state === 'voided') && (
              <ContactButton demandNid={demandNid} label="联系发布方" tone="ghost" size="small" />
            )}
            <ButtonLink tone="ghost" size="small" to={path}>
              {chosen ? '看订单' : state === 'tendering' ? '修改或撤回' : state === 'voided' ? '重新报价' : '看需求'}
            </ButtonLink>
          </span>
        </div>
      </div>
    </OwnCard>
  );
}
