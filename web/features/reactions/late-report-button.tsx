import { deferred } from '../../ui/deferred.tsx';
import type { ReportProps } from './report-button.tsx';

const load = async () => ({ default: (await import('./report-button.tsx')).ReportButton });

/** `ReportButton`, taken over a moment after the rest of a public page. */
export const LateReportButton = deferred<ReportProps>(load, import.meta.env.SSR ? await load() : undefined, []);
