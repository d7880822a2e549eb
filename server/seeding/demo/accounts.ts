import { demoProviders } from '../../slices/shop/seed-data.ts';
import { buyers, operator } from './people.ts';

/** The accounts that a start with demo data prints; their password is `settings.demoPassword` (rulings §8). */
export const demoAccounts = [
  { role: 'buyer', mobile: buyers[0]?.mobile ?? '', accountType: 1 },
  { role: 'provider', mobile: demoProviders[0]?.mobile ?? '', accountType: 2 },
  { role: 'operator', mobile: operator.mobile, accountType: 1 },
] as const;
