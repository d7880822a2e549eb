import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import card from './case-card.module.css';
import styles from './detail.module.css';
import praise from './praise.module.css';
import type { CaseRow } from './case-row.tsx';

const load = async () => ({ default: (await import('./case-row.tsx')).CaseRow });

/** Cases at the foot of a page. */
export const LateCaseRow = deferred<ComponentProps<typeof CaseRow>>(
  load,
  import.meta.env.SSR ? await load() : undefined,
  [card, styles, praise],
);
