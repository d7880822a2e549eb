import { useState } from 'react';
import { useNavigate } from 'react-router';
import { passwordField, smsCodeField, smsPurposes } from '../../../contract/accounts.ts';
import { askClosing, type Block, closingDays, closingWords, type getClosing } from '../../../contract/closing.ts';
import type { cancelOrder } from '../../../contract/orders.ts';
import { maskPhone } from '../../../contract/mask.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { forgetWritten } from '../../client/waiting.ts';
import { leftUntil, signOut, type UserInfo } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { Link } from '../../ui/link.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './close-account.module.css';
import { EntryForm } from './entry-form.tsx';
import { PasswordInput } from './fields.tsx';
import { SmsCode } from './sms-code.tsx';
import { useEntry, wrongWith } from './use-entry.ts';

const load = () => send(callAt<typeof getClosing>('/api/account/getClosing'), {}, { quiet: true });

const meaning = [
  ['提交后马上', '所有设备退出登录，店铺和案例下架，未被选中的投标撤回，不再接受新的订单。'],
  [`${closingDays}天内`, '重新登录就撤销注销，店铺和案例恢复；撤回的投标不会恢复。'],
  [
    `${closingDays}天后`,
    '昵称和头像删除，手机号可重新注册；认证材料、银行卡号、通知和数据副本删除，无法找回。发布过的话题和评论保留，署名变为“已注销用户”。',
  ],
  [
    '依法保留',
    '订单、合同和收支记录自交易完成起至少保存三年（电子商务法第三十一条）；有过交易的，认证名称加密保存三年，之后删除。',
  ],
] as const;

/** What leaving means, what stands in the way, and the last step. */
export function CloseAccount({ user }: { user: UserInfo }) {
  return (
    <>
      <h1 className="sr">注销账号</h1>
      <Card title="注销账号意味着什么">
        <dl className={styles.meaning}>
          {meaning.map(([when, what]) => (
            <div key={when}>
              <dt>{when}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.before}>
          注销前可以先<Link to="/personal/profile#data">导出我的数据</Link>，或
          <Link to="/personal/topics">删除话题</Link>。
        </p>
      </Card>
      <LatePart
        load={load}
        skeleton={
          <Card title="正在检查账号">
            <Skeleton lines={3} />
          </Card>
        }
      >
        {({ blocks }, reload) =>
          blocks.length > 0 ? (
            <Blocks blocks={blocks} onChanged={reload} />
          ) : (
            <Card title="确认注销" note={maskPhone(user.mobile)}>
              <LastStep user={user} />
            </Card>
          )
        }
      </LatePart>
    </>
  );
}

function Blocks({ blocks, onChanged }: { blocks: readonly Block[]; onChanged: () => void }) {
  return (
    <Card title="还不能注销" note={`先了结下面${blocks.length}项`}>
      <ul className={styles.blocks}>
        {blocks.map(({ text, link, demands }) => (
          <li key={text}>
            <Icon name="warn" />
            <div>
              <p>{text}</p>
              {demands.map((demand) => (
                <OpenDemand key={demand.nid} {...demand} onCancelled={onChanged} />
              ))}
            </div>
            {link && (
              <ButtonLink size="small" to={link} aria-label={`去处理：${text}`}>
                去处理
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      <Button icon="return" onClick={onChanged}>
        重新检查
      </Button>
    </Card>
  );
}

function OpenDemand({ nid, name, onCancelled }: { nid: string; name: string; onCancelled: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, once] = useSending();
  const [error, setError] = useState<string>();
  async function cancel() {
    setError(undefined);
    const input = { demandNid: nid, reason: '发布方注销账号' };
    const reply = await once(() => send(callAt<typeof cancelOrder>('/api/order/cancel'), input));
    if (!reply) return;
    if (!reply.ok) return setError(reply.message);
    setAsking(false);
    toast('需求已取消');
    onCancelled();
  }
  return (
    <p className={styles.demand}>
      <Link to={`/demand/${nid}`}>{name}</Link>
      <Button tone="ghost" size="small" aria-label={`取消需求 ${name}`} onClick={() => setAsking(true)}>
        取消需求
      </Button>
      <Confirm
        open={asking}
        title="取消这个需求"
        figures={[
          ['需求', name],
          ['编号', nid],
        ]}
        action="取消需求"
        danger
        busy={busy}
        error={error}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>取消后投标失效，投标方会收到通知，不能恢复。</p>
      </Confirm>
    </p>
  );
}

function LastStep({ user }: { user: UserInfo }) {
  const navigate = useNavigate();
  const entry = useEntry({
    call: askClosing,
    initial: { password: '', code: '', confirm: '' },
    check: ({ password, code, confirm }) => ({
      password: wrongWith(passwordField, password),
      code: wrongWith(smsCodeField, code),
      confirm: confirm.trim() === closingWords ? undefined : `请输入“${closingWords}”四个字`,
    }),
    input: ({ password, code, confirm }) => ({ password, code, confirm: confirm.trim() as typeof closingWords }),
    failed: '注销没有成功，请稍后再试',
    done: ({ due_at }) => {
      leftUntil.set(due_at);
      signOut();
      forgetWritten();
      void navigate('/login?model=login', { replace: true });
    },
  });
  const { values, errors, set, show, look, bind } = entry;
  return (
    <div className={styles.last}>
      <EntryForm entry={entry} action="注销账号" danger>
        <PasswordInput id="password" label="登录密码" {...bind('password')} />
        <SmsCode mobile={user.mobile} purpose={smsPurposes.close} {...bind('code')} onTrouble={show} />
        <Frame id="confirm" label={`输入“${closingWords}”`} required error={errors['confirm']}>
          <div onBlur={() => look('confirm')}>
            <TextControl
              id="confirm"
              value={values.confirm}
              error={errors['confirm']}
              required
              autoComplete="off"
              placeholder={closingWords}
              onChange={set('confirm')}
            />
          </div>
        </Frame>
      </EntryForm>
    </div>
  );
}
