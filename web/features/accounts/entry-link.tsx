import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../../ui/link.tsx';

export const entryModels = ['login', 'register', 'modify', 'reset'] as const;
export type EntryModel = (typeof entryModels)[number];

/** To another face of the sign-in page; where it leads afterwards goes along. */
export function EntryLink({ model, children, current }: { model: EntryModel; children: ReactNode; current?: boolean }) {
  const [query] = useSearchParams();
  const next = new URLSearchParams({ model });
  const redirect = query.get('redirect');
  if (redirect) next.set('redirect', redirect);
  return (
    <Link to={`/login?${next}`} replace preventScrollReset aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  );
}
