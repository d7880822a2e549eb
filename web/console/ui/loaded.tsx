import type { ReactNode } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { Failed, Skeleton } from '../../ui/states.tsx';
import { useLoad } from './use-load.ts';

/** One thing that is loaded: grey lines, the thing, or what happened with a way to try again. `load` must be stable. */
export function Loaded<Data>({
  load,
  every,
  children,
}: {
  load: (quiet: boolean) => Promise<Reply<Data>>;
  /** anew every so many seconds */
  every?: number;
  children: (data: Data, reload: () => void) => ReactNode;
}) {
  const { answer, failed, reload } = useLoad(load, every);
  // What was read stays to be read when a later time fails.
  if (answer) return children(answer.data, reload);
  if (failed) return <Failed text={failed.message} onRetry={reload} />;
  return (
    <div role="status" aria-label="正在加载">
      <Skeleton lines={6} />
    </div>
  );
}
