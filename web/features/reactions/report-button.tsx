import { deferred } from '../../ui/deferred.tsx';
import type { ReportProps } from './report-press.tsx';

const load = async () => ({ default: (await import('./report-press.tsx')).ReportPress });

/** Reports something of somebody else's to the operators; a visitor signs in first. */
export const ReportButton = deferred<ReportProps>(load, import.meta.env.SSR ? await load() : undefined, []);
