import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';
import { useDesk } from '../layout.tsx';

/** Whether a screen of the console, by its path below the base, is there for the one who looks. */
export function useMayOpen(): (path: string) => boolean {
  const { parts } = useDesk().desk;
  return (path) => parts.some(({ key }) => key === path.split(/[/?]/)[2]);
}

/** A way to a screen of the console for whoever may open it; for everybody else its words alone. */
export function DeskLink({
  to,
  children,
  ...rest
}: {
  /** below the base path; undefined where there is no such screen */
  to: string | undefined;
  title?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const mayOpen = useMayOpen();
  if (to === undefined || !mayOpen(to)) return <span title={rest.title}>{children}</span>;
  return (
    <Link to={to} {...rest}>
      {children}
    </Link>
  );
}
