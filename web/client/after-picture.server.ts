/** As the router writes them: the scripts that a page names ahead, and the module that starts it. */
const preload = '<link rel="modulepreload"';
const starter = '<script type="module" async="">';

/** Milliseconds after which a page starts whatever its picture does. */
const atMost = 1000;

/**
 * Starts the page: its scripts are fetched once the first picture is painted, or the page where there is none, or when
 * someone presses a key or the screen, at the latest after a second. Runs before anything else is there: plain old script.
 */
function start(longest: number): void {
  const page = document;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload';
    const waiting = page.querySelector('script[type=later]');
    const script = page.createElement('script');
    script.type = 'module';
    script.textContent = waiting?.textContent ?? '';
    page.body.append(script);
  };
  const painted = () => requestAnimationFrame(() => setTimeout(begin));
  const picture = page.querySelector<HTMLImageElement>('img[fetchpriority=high]');
  if (picture?.decode) picture.decode().then(painted, painted);
  else painted();
  setTimeout(begin, longest);
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, begin, { once: true, capture: true });
}

/**
 * A first visit over a slow line sees its picture before the scripts that nobody looks at take the line: they wait for it
 * (decision 0024). Without the mark of either, as in another version of the router, the page is left as it is.
 */
export function afterPicture(html: string): string {
  const at = html.lastIndexOf(starter);
  if (at < 0) return html;
  const end = html.indexOf('</script>', at) + '</script>'.length;
  const waiting = html.slice(at, end).replace(starter, '<script type="later">');
  return [
    html.slice(0, at).replaceAll(preload, '<link rel="later" fetchpriority="low"'),
    waiting,
    `<script>(${start.toString()})(${atMost})</script>`,
    html.slice(end),
  ].join('');
}
