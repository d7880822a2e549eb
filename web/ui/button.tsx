import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { Link } from './link.tsx';
import styles from './button.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

interface Look {
  /** pine is the page's main action, wood leads to publishing a demand, line is second, plain third, ghost a text */
  tone?: 'pine' | 'wood' | 'line' | 'plain' | 'ghost' | 'danger';
  size?: 'small' | 'normal' | 'strong';
  /** as wide as what holds it */
  full?: boolean;
  icon?: IconName;
  /** icon after the words */
  after?: IconName;
  children?: ReactNode;
}

function classOf({ tone = 'plain', size = 'normal', full }: Look, extra?: string): string {
  return [styles.button, styles[tone], styles[size], full && styles.full, extra].filter(Boolean).join(' ');
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean };

/** While `busy` it says so, shows it, and cannot be pressed again. */
export function Button({ tone, size, full, icon, after, busy, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ tone, size, full }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.busy} aria-hidden="true" /> : icon && <Icon name={icon} size="small" />}
      {children}
      {after && !busy && <Icon name={after} size="small" />}
    </button>
  );
}

type ButtonLinkProps = Look & LinkProps;

/** A link that looks like a button. `to` is a path below the base. */
export function ButtonLink({ tone, size, full, icon, after, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classOf({ tone, size, full }, className)}>
      {icon && <Icon name={icon} size="small" />}
      {children}
      {after && <Icon name={after} size="small" />}
    </Link>
  );
}
