import { useCallback, useMemo } from 'react';
import { auditKinds } from '../../../contract/operator/audit-kinds.ts';
import { actionName, type AuditHead, auditHeads } from '../../../contract/operator/audit-names.ts';
import type { operatorList, OperatorRow } from '../../../contract/operator/operators.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import type { Filter } from '../ui/filters.tsx';
import { useLoad } from '../ui/use-load.ts';
import { shortId } from './places.ts';

/** Everything that can be done, by its head: the whole head first, then deed by deed. */
const actions = Object.entries(auditHeads).map(([head, { name, deeds }]) => {
  const single = Object.keys(deeds).map((deed) => ({
    value: `${head}.${deed}`,
    label: actionName(`${head as AuditHead}.${deed}`),
  }));
  return { label: name, options: single.length > 1 ? [{ value: head, label: `${name}（全部）` }, ...single] : single };
});

const kinds = Object.entries(auditKinds).map(([value, label]) => ({ value, label }));

/** As the record calls those who work on the command line. */
const commandLine = { value: '命令行', label: '命令行' };

const pageSize = 100;

/** Everybody who works or worked at the console. */
async function everyOperator(quiet: boolean) {
  const rows: OperatorRow[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await send(callAt<typeof operatorList>('/api/operator/operatorList'), { page, pageSize }, { quiet });
    if (!reply.ok) return reply;
    rows.push(...reply.data);
    if (rows.length >= reply.count || reply.data.length === 0) return { ...reply, data: rows };
  }
}

/** `chosen`: whom the address asks for, by id or by words. */
export function useAuditFilters(chosen: string | null): readonly Filter[] {
  const load = useCallback((quiet: boolean) => everyOperator(quiet), []);
  const { answer, failed } = useLoad(load);
  return useMemo(() => {
    const people = (answer?.data ?? []).map(({ id, name, nick_name }) => ({
      value: id,
      label: nick_name ? `${nick_name}（${name}）` : name,
    }));
    const options = [...people, commandLine];
    if (chosen && options.every(({ value }) => value !== chosen)) {
      const waits = answer === undefined && failed === undefined && shortId(chosen) !== chosen;
      options.push({ value: chosen, label: waits ? '正在查询' : shortId(chosen) });
    }
    return [
      { kind: 'select', name: 'person', label: '操作人', options },
      { kind: 'select', name: 'action', label: '操作', options: actions },
      { kind: 'select', name: 'kind', label: '对象类别', options: kinds },
      { kind: 'search', name: 'subject', label: '对象编号、名称或原因', width: 260 },
      { kind: 'days', from: 'from', until: 'to', label: '日期' },
    ];
  }, [answer, failed, chosen]);
}
