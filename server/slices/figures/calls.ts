import { getFigures } from '../../../contract/content.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { keptFigures } from './keep.ts';

export const figureCalls: AnyImplementation[] = [
  implement(getFigures, async (_input, { db }) => ({ data: await keptFigures(db) })),
];
