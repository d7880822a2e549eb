import { afterEach, expect, test, vi } from 'vitest';
import { whenSeen } from './when-seen.ts';

afterEach(() => vi.restoreAllMocks());

test('[Z-08] a page in the background asks once when somebody comes back, and one that is looked at, at once', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const turn = (away: boolean) => {
    hidden.mockReturnValue(away);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const work = vi.fn();
  const { ask, end } = whenSeen(work);
  ask();
  ask();
  expect(work).toHaveBeenCalledTimes(2);
  turn(true);
  ask();
  ask();
  expect(work).toHaveBeenCalledTimes(2);
  turn(false);
  expect(work).toHaveBeenCalledTimes(3);
  turn(true);
  turn(false);
  expect(work).toHaveBeenCalledTimes(3);
  turn(true);
  ask();
  end();
  turn(false);
  expect(work).toHaveBeenCalledTimes(3);
});
