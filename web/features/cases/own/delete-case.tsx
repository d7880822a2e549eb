import type { deleteCase } from '../../../../contract/own-cases.ts';
import { callAt, send } from '../../../client/transport.browser.ts';
import { DeleteButton } from '../../../ui/delete-button.tsx';

/** Takes a case of one's own down, after asking. */
export function DeleteCase({
  id,
  title,
  shown,
  onDeleted,
}: {
  id: string;
  title: string;
  /** everybody sees it now */
  shown: boolean;
  onDeleted: () => void;
}) {
  return (
    <DeleteButton
      what={{ counted: '个案例', name: '案例' }}
      said="案例已删除"
      figures={[
        ['案例', title],
        ['公开', shown ? '是，删除后立即从店铺、列表和搜索里消失' : '否，只有您能看到'],
      ]}
      remove={() => send(callAt<typeof deleteCase>('/api/Omo/deleteCase'), { id })}
      onDeleted={onDeleted}
    >
      <p>删除后不能恢复。由它来的订单和评价不受影响。</p>
    </DeleteButton>
  );
}
