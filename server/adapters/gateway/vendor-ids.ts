import { isId } from '../../db/ids.ts';

/**
 * Our ids as vendors bear them: WeChat Pay takes 6 to 32 characters and Alipay no hyphen, and a UUID has 36 with four
 * hyphens. Without its hyphens it fits both, and they can be put back.
 */
const bare = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** A UUID without its hyphens. Throws for anything else: that could not be told from another on its way back. */
export function toVendorId(ourId: string): string {
  if (!isId(ourId)) throw new TypeError(`not a UUID in lower case: ${ourId}`);
  return ourId.replaceAll('-', '');
}

/** The UUID again; what is none of ours comes back as it is. */
export const fromVendorId = (vendorId: string): string => vendorId.replace(bare, '$1-$2-$3-$4-$5');
