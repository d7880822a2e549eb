import { existsSync, readFileSync } from 'node:fs';

/** Where "now" comes from. Nothing in the server calls `new Date()` for a decision: tests move time through this. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * The system's clock, moved on by the seconds that stand in a file: how browser tests let days pass in a portal that runs.
 * A missing file means none.
 */
export function shiftedClock(file: string): Clock {
  // Read at every reading: whoever has written it must not meet the time before.
  const seconds = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  return { now: () => new Date(Date.now() + seconds() * 1000) };
}

/** A clock that stands still until it is moved. */
export class MovableClock implements Clock {
  #time: number;

  constructor(start: Date = new Date()) {
    this.#time = start.getTime();
  }

  now(): Date {
    return new Date(this.#time);
  }

  set(time: Date): void {
    this.#time = time.getTime();
  }

  /** Moves by milliseconds and gives the new time. */
  advance(milliseconds: number): Date {
    this.#time += milliseconds;
    return this.now();
  }
}
