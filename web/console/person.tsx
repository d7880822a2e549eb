import { Space, Tag } from 'antd';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import type { operatorPerson, Person as PersonData } from '../../contract/operator/people.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText } from '../ui/time.ts';
import { Keeping } from './people/keeping.tsx';
import { Reveal } from './people/reveal.tsx';
import { Life } from './people/life.tsx';
import { Devices, Money, Trace } from './people/parts.tsx';
import styles from './sheet.module.css';
import { DeedButton } from './ui/deed-button.tsx';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { Facts, SheetCard } from './ui/sheet.tsx';

export const handle = page({ name: 'console-person', title: '用户', ground: 'mist', bare: true, unlisted: true });

const head = { title: '用户', back: { to: '/console/people', label: '全部用户' } };

/** One person with all that is known of them, as far as the reader's role goes (feature P-06). */
export default function Person() {
  const { id = '' } = useParams();
  const load = useCallback(() => send(callAt<typeof operatorPerson>('/api/operator/person'), { id }), [id]);
  return (
    <Loaded load={load} head={head}>
      {(person, reload) => <Sheet person={person} onChange={reload} />}
    </Loaded>
  );
}

function Sheet({ person, onChange }: { person: PersonData; onChange: () => void }) {
  const { id, nickname, statusName, status, certification, shop, suspensions, actions, reveals } = person;
  const [asked, setAsked] = useState<'suspend' | 'release'>();
  const standing = suspensions.find(({ ended }) => ended === null);
  const covered = (field: 'mobile' | 'name' | 'contact' | 'address', value: string) => (
    <Reveal id={id} field={field} covered={value} may={reveals.includes(field)} />
  );
  return (
    <div className={styles.stack}>
      <PageHead
        title={nickname}
        back={head.back}
        extra={
          <Space>
            {actions.map(({ action, enabled, reason }) => (
              <DeedButton
                key={action}
                danger={action === 'suspend'}
                why={enabled ? '' : reason}
                onClick={() => setAsked(action)}
              >
                {action === 'suspend' ? '停用账号' : '恢复账号'}
              </DeedButton>
            ))}
          </Space>
        }
        note={
          standing
            ? `已停用${standing.until === null ? '' : `至 ${momentText(standing.until)}`}，原因：${standing.reason}（${standing.by}）`
            : undefined
        }
      />
      {asked && (
        <Keeping
          person={person}
          deed={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            onChange();
          }}
        />
      )}
      <div className={styles.sheet}>
        <div className={styles.column}>
          <SheetCard title="资料">
            <Facts
              facts={[
                ['手机号', covered('mobile', person.mobile || '没有保留')],
                ['类型', person.typeName],
                [
                  '状态',
                  <Tag key="status" color={status === 1 ? undefined : 'error'}>
                    {statusName}
                  </Tag>,
                ],
                ['注册', momentText(person.create_time)],
                ['编号', id],
                [
                  '店铺',
                  shop ? (
                    <>
                      {shop.shown ? <Link to={`/shop/${shop.id}`}>{shop.name}</Link> : `${shop.name}（不公开）`}，成交{' '}
                      {shop.deals} 单，评分 {shop.score}
                    </>
                  ) : (
                    '没有店铺'
                  ),
                ],
              ]}
            />
          </SheetCard>
          <Devices devices={person.devices} />
        </div>
        <div className={styles.column}>
          <SheetCard title="认证">
            {certification ? (
              <Facts
                facts={[
                  ['状态', certification.statusName],
                  ['类型', certification.typeName],
                  ['名称', covered('name', certification.name)],
                  ['联系人', covered('contact', '已隐藏')],
                  ['地址', covered('address', certification.region)],
                  ['提交', momentText(certification.submit_time)],
                  [
                    '材料',
                    <Link key="papers" to={`/console/certifications/${certification.id}`}>
                      查看认证
                    </Link>,
                  ],
                ]}
              />
            ) : (
              <p className={styles.quiet}>没有提交过认证</p>
            )}
          </SheetCard>
          {person.money && <Money person={person} money={person.money} />}
        </div>
        <Life person={person} />
        <Trace person={person} />
      </div>
    </div>
  );
}
