import { createContext } from 'react-router';
import type { PageDeps } from '../../contract/page.ts';
import type { HeadFacts } from './head-facts.ts';

export interface PageContext extends PageDeps {
  /** tells search engines and share cards what the page shows; what is told later adds to it */
  readonly head: (facts: HeadFacts) => void;
  /** what was told so far */
  readonly told: HeadFacts;
}

/** In a loader: `const { send, site, tag, head } = context.get(pageContext)`. */
export const pageContext = createContext<PageContext>();

export function pageContextOf(deps: PageDeps): PageContext {
  const told: HeadFacts = {};
  return { ...deps, told, head: (facts) => void Object.assign(told, facts) };
}
