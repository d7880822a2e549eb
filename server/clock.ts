/** Where "now" comes from. Nothing in the server calls `new Date()` for a decision: tests move time through this. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

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
