import { useCallback } from 'react';
import { useParams } from 'react-router';
import type { getTraceLabels } from '../../contract/trace/labels.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { EpcisCard } from '../features/trace/epcis-card.tsx';
import { LabelForm } from '../features/trace/label-form.tsx';
import styles from '../features/trace/labels.module.css';
import { Scans } from '../features/trace/scans.tsx';
import { page } from '../portal/route-record.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';

export const handle = page({ name: 'trace-labels', under: 'personal', title: '溯源标签', ground: 'mist' });

/** The labels of one's own product line, and how often they were scanned (feature Z-12). */
export default function Labels() {
  const { line = '' } = useParams();
  const load = useCallback(
    () => send(callAt<typeof getTraceLabels>('/api/Trace/labels'), { productLineNid: line }),
    [line],
  );
  return (
    <div className={styles.page}>
      <h1 className="sr">溯源标签</h1>
      <LatePart
        load={load}
        skeleton={
          <Loading count={2}>
            <Skeleton height="2.2rem" />
          </Loading>
        }
      >
        {(labels, reload) => (
          <>
            <LabelForm labels={labels} onPrinted={reload} />
            {labels.code !== '' && <Scans labels={labels} />}
            {labels.code !== '' && <EpcisCard code={labels.code} />}
          </>
        )}
      </LatePart>
    </div>
  );
}
