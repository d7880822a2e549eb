import { demoProviders } from '../../slices/shop/seed-data.ts';
import { buyers } from './people.ts';

/** The people that a start with demo data prints; their password is `settings.demoPassword` (rulings §8). */
export const demoAccounts = [
  { role: 'buyer', mobile: buyers[0]?.mobile ?? '', accountType: 1 },
  { role: 'provider', mobile: demoProviders[0]?.mobile ?? '', accountType: 2 },
] as const;

/**
 * The operator of the demo data, who signs in at the console with the same password. The secret of their authenticator is
 * known to everybody, as the password is: production refuses to start on a database that holds them.
 */
export const demoOperator = {
  name: '13800000000',
  nickName: '平台运营',
  totpSecret: 'OMO2DEMO2DEMO2DEMO2DEMO2DEMO2DEM',
} as const;
