import { categoryKeys } from './categories.ts';

/** First parts of the addresses of all pages that a visitor can open, below the base path; '' is the home page's. */
export const publicRoots: readonly string[] = [
  '',
  'agreement',
  'community',
  'demand',
  'login',
  'personal',
  'presale',
  'privacy',
  'publish',
  'search',
  'shop',
  'smart',
  'topic',
  'trace',
];

/** Whether a path below the base can be a page for visitors, as far as its beginning tells. */
export function mayBePublic(path: string): boolean {
  const [, root = '', type = ''] = path.split(/[?#]/)[0]?.split('/') ?? [];
  return publicRoots.includes(root) && (root !== 'smart' || (categoryKeys as readonly string[]).includes(type));
}
