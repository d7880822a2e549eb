import type { MovableClock } from '../clock.ts';
import type { Services } from '../calls/context.ts';
import type { ClipName } from './footage/takes.ts';
import { type Shot, type Shots, shotsOf } from './demo/shots.ts';

const hour = 3_600_000;

/** What the slices' seeds work with. */
export interface Seeding {
  /** their clock is `clock`, and no limit holds */
  readonly services: Services;
  readonly clock: MovableClock;
  /** the moment that the demo data is told from */
  readonly now: Date;
  /** id of a person by the key that the demo data has for them */
  userId(key: string): string;
  /** address of a drawn picture */
  picture(shot: Shot): string;
  /** address of a film that the repository brings along */
  clip(name: ClipName): string;
}

export const hoursBefore = (moment: Date, hours: number): Date => new Date(moment.getTime() - hours * hour);
export const hoursAfter = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * hour);
export const daysBefore = (moment: Date, days: number): Date => hoursBefore(moment, days * 24);

/** Addresses of the pictures that a piece of demo data names. */
export const picturesOf = ({ picture }: Pick<Seeding, 'picture'>, shots: readonly Shots[]): string[] => [
  ...new Set(shots.flatMap(shotsOf).map(picture)),
];

/** Looks up by key and says what is missing: demo data that names somebody unknown is a mistake. */
export function lookUp<Value>(what: string, values: ReadonlyMap<string, Value>): (key: string) => Value {
  return (key) => {
    const found = values.get(key);
    if (found === undefined) throw new Error(`demo data names ${what} ${key}, which there is not`);
    return found;
  };
}
