import { useCallback, useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { CallOutput, Reply } from '../../../contract/call.ts';
import type { QueuedPart, queueList } from '../../../contract/operator/queues.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import type { Filter } from './filters.tsx';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { Loaded } from './loaded.tsx';
import { useLoad } from './use-load.ts';

type Queues = CallOutput<typeof queueList>;

interface QueuePageProps<Row> extends Omit<ListPageProps<Row>, 'filters' | 'every' | 'onReload'> {
  part: QueuedPart;
  tabs: {
    /** query parameter of the address and of the list's call */
    name: string;
    label: string;
    /** settled ones among them, which have no count */
    options: readonly { value: string; label: string }[];
  };
}

/** Seconds after which the list and the counts at its tabs are asked for again. */
const lasts = 30;

/**
 * A console's list of several queues: each tab says how much stands open in it. An address always names its queue; without one it
 * leads to where something waits, so that the tab is never changed under somebody's hands by what arrives meanwhile.
 */
export function QueuePage<Row extends object>({ part, ...list }: QueuePageProps<Row>) {
  const [query] = useSearchParams();
  const load = useCallback(
    (quiet: boolean) => send(callAt<typeof queueList>('/api/operator/queueList'), { part }, { quiet }),
    [part],
  );
  const { tabs, title } = list;
  if (query.has(tabs.name)) return <Counted {...list} counts={load} />;
  return (
    <Loaded load={load} head={{ title }}>
      {({ first }) =>
        // Where all of them are one queue as well, its name is empty.
        first === '' ? (
          <Counted {...list} counts={load} />
        ) : (
          <Navigate replace to={`?${new URLSearchParams({ ...Object.fromEntries(query), [tabs.name]: first })}`} />
        )
      }
    </Loaded>
  );
}

/** The counts come beside the rows, which wait for none of them. */
function Counted<Row extends object>({
  tabs: { name, label, options },
  counts,
  ...list
}: Omit<QueuePageProps<Row>, 'part'> & { counts: (quiet: boolean) => Promise<Reply<Queues>> }) {
  const { answer, reload } = useLoad(counts, lasts);
  const queues = answer?.data.queues;
  const filters = useMemo(
    (): readonly Filter[] => [
      {
        kind: 'tabs',
        name,
        label,
        fallback: '',
        options: options.map((option) => {
          const count = queues?.find(({ queue }) => queue === option.value)?.count;
          return { ...option, ...(count !== undefined && { count }) };
        }),
      },
    ],
    [name, label, options, queues],
  );
  return <ListPage {...list} filters={filters} every={lasts} onReload={reload} />;
}
