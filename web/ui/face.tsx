import { pictureAt } from '../../contract/pictures.ts';
import styles from './face.module.css';

const tones = ['pine', 'wood', 'rose', 'blue', 'amber'] as const;

/** The same name always gets the same ground. */
export function faceTone(name: string): (typeof tones)[number] {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] ?? 'pine';
}

/** A masked number has no letter to show. */
function initial(name: string): string {
  const [first = '用'] = name;
  return /\d/.test(first) ? '用' : first;
}

/** An avatar, or the name's first letter on a ground. Decoration: the name stands beside it. */
export function Face({
  name,
  src,
  size = 'normal',
}: {
  name: string;
  src?: string;
  size?: 'small' | 'normal' | 'large';
}) {
  const className = [styles.face, styles[size], styles[faceTone(name)]].join(' ');
  if (src) return <img className={className} src={pictureAt(src, 320)} alt="" width={40} height={40} loading="lazy" />;
  return (
    <span className={className} aria-hidden="true">
      {initial(name)}
    </span>
  );
}
