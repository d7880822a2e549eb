import type { ComponentProps } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import face from '../../ui/face.module.css';
import tag from '../../ui/tag.module.css';
import styles from './detail.module.css';
import type { ProviderCard } from './provider-card.tsx';

const load = async () => ({ default: (await import('./provider-card.tsx')).ProviderCard });

/** Who made it: read at once, and its one link works without scripts. */
export const LateProviderCard = deferred<ComponentProps<typeof ProviderCard>>(
  load,
  import.meta.env.SSR ? await load() : undefined,
  [face, styles, tag],
);
