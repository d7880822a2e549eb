import { lazy, Suspense, useState } from 'react';
import type { ReportKind } from '../../../contract/report-reasons.ts';
import { currentUser, demandLogin } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/hydrated.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

export interface ReportProps {
  kind: ReportKind;
  id: string;
  /** of what is reported, for whoever hears the button */
  name: string;
}

/** Reports something of somebody else's to the operators; a visitor signs in first. */
export function ReportButton({ kind, id, name }: ReportProps) {
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        tone="ghost"
        size="small"
        aria-label={`举报：${name}`}
        aria-haspopup="dialog"
        disabled={!hydrated}
        onClick={() => (currentUser() ? setOpen(true) : demandLogin())}
      >
        举报
      </Button>
      {open && (
        <Suspense>
          <ReportDialog kind={kind} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
