/** Only to find out what a browser would make of an address; nothing is ever sent there. */
const nowhere = 'http://redirect.invalid';

/**
 * Where to go after a sign-in: the path below the base that `redirect` names, `/` for anything that would lead off the
 * portal or back to the sign-in page.
 *
 * @param base base path of the pages, which a link from outside may carry: `/omo/personal` is `/personal`
 */
export function redirectTarget(redirect: string | null, base = ''): string {
  if (!redirect?.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(redirect, nowhere);
  } catch {
    return '/';
  }
  // Held against what the browser makes of it: `/\evil.example`, `/<tab>/evil.example` and `/.//evil.example` all leave.
  if (url.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  const home = base.replace(/\/$/, '');
  const below = home !== '' && `${url.pathname}/`.startsWith(`${home}/`);
  const path = (below ? url.pathname.slice(home.length) : url.pathname) || '/';
  if (path.startsWith('//')) return '/';
  // Changing the password is a page of its own behind the sign-in; the other faces would lead in a circle.
  if (path === '/login') return url.searchParams.get('model') === 'modify' ? '/login?model=modify' : '/';
  return path + url.search + url.hash;
}
