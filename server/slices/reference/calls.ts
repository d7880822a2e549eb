import { areaList, getAreaList } from '../../../contract/reference.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';

export const referenceCalls: AnyImplementation[] = [implement(getAreaList, async () => ({ data: areaList }))];
