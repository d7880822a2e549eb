import type { Insertable, Selectable } from 'kysely';
import type { AccountType, CertificationStatus } from '../../../contract/statuses.ts';

export interface CertificationTables {
  certifications: CertificationTable;
}

/** An application; the papers that came with it are added to it by the certification forms. */
export interface CertificationTable {
  id: string;
  user_id: string;
  account_type: AccountType;
  /** what the enterprise does in the chain; null for individuals */
  stage_key: string | null;
  /** as on the papers */
  name: string;
  province_code: string;
  city_code: string;
  /** one passed application a user at most */
  status: CertificationStatus;
  created_at: Date;
  decided_at: Date | null;
}

export type NewCertification = Insertable<CertificationTable>;
export type CertificationRow = Selectable<CertificationTable>;
