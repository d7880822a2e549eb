import { isIPv6 } from 'node:net';

/**
 * What limits per address count by: an IPv4 address as it is, of an IPv6 address its /64, since one connection owns all
 * of it and could come from another address with every request.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] as string;
  if (!isIPv6(plain)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1] as string;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const front = groups(head);
  const back = groups(tail ?? '');
  // A dotted end stands for two groups.
  const count = front.length + back.length + (plain.includes('.') ? 1 : 0);
  const all = tail === undefined ? front : [...front, ...Array.from({ length: 8 - count }, () => '0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
