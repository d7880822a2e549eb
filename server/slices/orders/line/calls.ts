import { getProductLine } from '../../../../contract/product-line.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { productLine } from './read.ts';

export const lineCalls: AnyImplementation[] = [
  implement(getProductLine, async ({ productLineNid }, context) => ({
    data: await productLine(context, productLineNid),
  })),
];
