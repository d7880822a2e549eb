import { useState } from 'react';
import type { Reply } from '../../../../contract/call.ts';
import type {
  acceptCancel,
  acceptSplit,
  withdrawCancel,
  withdrawDispute,
} from '../../../../contract/order-disputes.ts';
import { callAt, send } from '../../../client/transport.browser.ts';
import { Confirm } from '../../../ui/dialog.tsx';
import { yuan } from '../../../ui/time.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import type { Parts } from './parts.ts';

/** What is answered with one word; accepting names the division that was seen. */
const answers = {
  acceptCancel: {
    title: '同意取消',
    answer: '同意取消',
    done: '订单已取消',
    told: '订单马上取消，托管的款项按这个方案分账，不能撤回。',
    sends: (demandNid: string, seen: Parts): Promise<Reply<unknown>> =>
      send(callAt<typeof acceptCancel>('/api/order/acceptCancel'), { demandNid, ...seen }),
  },
  acceptSplit: {
    title: '接受方案',
    answer: '接受方案',
    done: '争议已解决',
    told: '争议到此结束，托管的款项马上按这个方案分账，不能撤回。',
    sends: (demandNid: string, seen: Parts): Promise<Reply<unknown>> =>
      send(callAt<typeof acceptSplit>('/api/order/acceptSplit'), { demandNid, ...seen }),
  },
  withdrawCancel: {
    title: '撤回取消申请',
    answer: '撤回申请',
    done: '已撤回',
    told: '订单照常进行。',
    sends: (demandNid: string): Promise<Reply<unknown>> =>
      send(callAt<typeof withdrawCancel>('/api/order/withdrawCancel'), { demandNid }),
  },
  withdrawDispute: {
    title: '撤回争议',
    answer: '撤回争议',
    done: '争议已撤回',
    told: '订单从停下的地方继续，期限顺延。一份订单只能撤回一次争议。',
    sends: (demandNid: string): Promise<Reply<unknown>> =>
      send(callAt<typeof withdrawDispute>('/api/order/withdrawDispute'), { demandNid }),
  },
} as const;
export type AnswerName = keyof typeof answers;
export const isAnswer = (name: string): name is AnswerName => Object.hasOwn(answers, name);

/** Asks once more, with the sums, before a word that ends something. */
export function Answer({
  name,
  demandNid,
  seen,
  onClose,
  onDone,
}: {
  name: AnswerName;
  demandNid: string;
  seen: Parts;
  onClose: () => void;
  onDone: () => void;
}) {
  const { title, answer, done, told, sends } = answers[name];
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const accepts = name === 'acceptCancel' || name === 'acceptSplit';

  async function act() {
    const reply = await once(() => sends(demandNid, seen));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    toast(done);
    onClose();
    onDone();
  }

  return (
    <Confirm
      open
      title={title}
      figures={
        accepts
          ? [
              ['退回发布方', yuan(seen.ownerAmount)],
              ['付给承接方', yuan(seen.providerAmount)],
            ]
          : []
      }
      action={answer}
      busy={busy}
      error={refusal}
      onConfirm={() => void act()}
      onClose={() => {
        onClose();
        // What was refused is out of date: the other side has said something else meanwhile.
        if (refusal !== undefined) onDone();
      }}
    >
      <p>{told}</p>
    </Confirm>
  );
}
