/**
 * Runs something now where the page is looked at; where it lies in the background once, as soon as somebody comes back to it,
 * however often it was asked for. Gives what asks for it, and what calls it off.
 */
export function whenSeen(work: () => void): { ask: () => void; end: () => void } {
  let owed = false;
  const back = () => {
    if (!owed || document.hidden) return;
    owed = false;
    work();
  };
  document.addEventListener('visibilitychange', back);
  return {
    ask: () => {
      owed = true;
      back();
    },
    end: () => document.removeEventListener('visibilitychange', back),
  };
}
