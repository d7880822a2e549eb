import { type ComponentType, lazy, Suspense, useEffect, useId } from 'react';

type Loaded<Props> = { default: ComponentType<Props> };

/** Parts of this page that are not taken over yet, by id. */
const waiting = new Set<string>();
/** … and those that are, which may come before they are waited for. */
const arrived = new Set<string>();
let begun = false;
/** A style module that nobody uses is left out of the page, import or not. */
const held: object[] = [];

/** Tells, for whoever drives the page by a program, that every press is heard from now on. */
function tellAlive(): void {
  if (begun && waiting.size === 0) document.documentElement.dataset['alive'] = '';
}

/** Of the page as a whole: the rest of it listens. */
export function useAlive(): void {
  useEffect(() => {
    begun = true;
    tellAlive();
  }, []);
}

function Arrived({ id }: { id: string }): null {
  useEffect(() => {
    arrived.add(id);
    waiting.delete(id);
    tellAlive();
  }, [id]);
  return null;
}

/**
 * A part that the server writes into the page as any other, and that the browser takes over a moment after the rest, when
 * its scripts have come: nobody waits for them who only reads. Links in it work meanwhile; what cannot be pressed or filled
 * without them is disabled until `useHydrated`.
 *
 * @param here the part itself where this runs on the server: `import.meta.env.SSR ? await load() : undefined`
 * @param styles the style modules of what it writes: named here they come with the page, else only with its scripts
 */
export function deferred<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  here: Loaded<Props> | undefined,
  styles: readonly Readonly<Record<string, string>>[],
): ComponentType<Props> {
  held.push(...styles);
  const Part = here ? here.default : lazy(load);
  return function Deferred(props: Props) {
    const id = useId();
    useEffect(() => {
      if (!arrived.has(id)) waiting.add(id);
      return () => {
        // Taken out of the page, perhaps before its scripts came: nobody waits for it any more.
        arrived.delete(id);
        waiting.delete(id);
        tellAlive();
      };
    }, [id]);
    return (
      <Suspense>
        <Part {...props} />
        <Arrived id={id} />
      </Suspense>
    );
  };
}
