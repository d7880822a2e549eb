import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import pager from '../../ui/pager.module.css';
import score from '../../ui/score.module.css';
import type { AppraisalList } from './appraisal-list.tsx';
import styles from './appraisals.module.css';

const load = async () => ({ default: (await import('./appraisal-list.tsx')).AppraisalList });

/** What others say of a case, below it; the page has the pictures' styles already. */
export const LateAppraisalList = deferred<ComponentProps<typeof AppraisalList>>(
  load,
  import.meta.env.SSR ? await load() : undefined,
  [pager, score, styles],
);
