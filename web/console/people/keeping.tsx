import {
  type Person,
  releaseReasonField,
  type releasePerson,
  suspensionReasonField,
  suspensionUntilField,
  type suspendPerson,
} from '../../../contract/operator/people.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { toast } from '../../ui/toast.tsx';
import { Ask } from '../ui/ask.tsx';
import { FieldItem } from '../ui/field-item.tsx';
import { MomentInput } from '../ui/moment-input.tsx';
import { ReasonInput } from '../ui/reason-box.tsx';

/** What accounts are most often kept out for; picked, then made more exact. */
const usual = [
  '多次发布虚假需求，经提醒没有改正',
  '发布广告或联系方式，经提醒没有改正',
  '冒用他人的身份或材料',
  '辱骂或骚扰他人',
  '涉嫌欺诈，核实期间停用',
];

interface Props {
  person: Person;
  deed: 'suspend' | 'release';
  onClose: () => void;
  onDone: () => void;
}

/** Keeps somebody out, or lets them in again, for a reason that they read. */
export function Keeping({ person: { id, nickname, orders, demands }, deed, onClose, onDone }: Props) {
  if (deed === 'release')
    return (
      <Ask<{ reason: string }, unknown>
        title="恢复账号"
        question="恢复后可以登录，店铺和招标中的需求重新公开。停用时撤下的投标不会恢复，需要本人重新提交。"
        figures={[['用户', nickname]]}
        action={`恢复 ${nickname}`}
        send={({ reason }) => send(callAt<typeof releasePerson>('/api/operator/personRelease'), { id, reason })}
        onDone={() => {
          toast('账号已恢复');
          onDone();
        }}
        onClose={onClose}
      >
        <FieldItem name="reason" field={releaseReasonField} autoFocus />
      </Ask>
    );
  return (
    <Ask<{ reason: string; until?: string }, unknown>
      title="停用账号"
      question="停用后立即退出登录，店铺、案例和招标中的需求不再公开，投标撤下；进行中的订单继续，资金不受影响。会发短信告诉本人。"
      figures={[
        ['用户', nickname],
        ['需求', `${demands.count} 份`],
        ['订单', `${orders.count} 份`],
      ]}
      action={`停用 ${nickname}`}
      danger
      send={({ reason, until }) =>
        send(callAt<typeof suspendPerson>('/api/operator/personSuspend'), { id, reason, until: until ?? '' })
      }
      onDone={() => {
        toast('账号已停用');
        onDone();
      }}
      onClose={onClose}
    >
      <FieldItem name="reason" field={suspensionReasonField}>
        <ReasonInput templates={usual} rows={3} max={200} />
      </FieldItem>
      <FieldItem name="until" field={{ ...suspensionUntilField, required: false, schema: anything }}>
        <MomentInput placeholder="不选则一直停用" />
      </FieldItem>
    </Ask>
  );
}

// Whether it lies ahead is the server's to say: its clock counts.
const anything = {
  safeParse: () => ({ success: true, data: undefined }),
} as unknown as typeof suspensionUntilField.schema;
