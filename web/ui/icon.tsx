import sprite from './icon-sprite.svg?no-inline';
import styles from './icon.module.css';
import { type IconName, iconNames } from './icon-names.ts';

/**
 * A stroke icon in the colour of the text around it. Without `label` it is decoration and hidden from assistive
 * technology.
 */
export function Icon({
  name,
  size = 'normal',
  label,
  className,
}: {
  name: IconName;
  size?: 'normal' | 'small';
  label?: string;
  className?: string;
}) {
  const classes = [styles.icon, size === 'small' && styles.small, className].filter(Boolean).join(' ');
  return (
    <svg className={classes} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** The icon of a tile of the chain; a stage that has none of its own yet gets the layers. */
export function tileIcon(key: string): IconName {
  const own = { implement: 'chain-open', origin: 'chain-trace' }[key] ?? `chain-${key}`;
  return iconNames.find((name) => name === own) ?? 'layers';
}
