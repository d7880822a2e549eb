import type { SeedingTables } from '../seeding/tables.ts';
import type { OutboxTables } from '../outbox/outbox.ts';
import type { KeptListTables } from './kept-lists.ts';
import type { AccountTables } from '../slices/accounts/tables.ts';
import type { CaseTables } from '../slices/cases/tables.ts';
import type { CertificationTables } from '../slices/certification/tables.ts';
import type { ContentTables } from '../slices/content/tables.ts';
import type { DemandTables } from '../slices/demands/tables.ts';
import type { FigureTables } from '../slices/figures/tables.ts';
import type { LedgerTables } from '../slices/ledger/tables.ts';
import type { LedgerProofTables } from '../slices/ledger/proof-tables.ts';
import type { DisputeTables } from '../slices/orders/disputes/tables.ts';
import type { InspectionTables } from '../slices/orders/inspection/tables.ts';
import type { OrderTables } from '../slices/orders/tables.ts';
import type { PaymentTables } from '../slices/payments/tables.ts';
import type { OrderWorkTables } from '../slices/orders/work/tables.ts';
import type { PresaleTables } from '../slices/presale/tables.ts';
import type { ReactionTables } from '../slices/reactions/tables.ts';
import type { SearchTables } from '../slices/search/tables.ts';
import type { ShopTables } from '../slices/shop/tables.ts';
import type { TopicTables } from '../slices/topics/tables.ts';
import type { UploadTables } from '../slices/uploads/tables.ts';
import type { WalletTables } from '../slices/wallet/tables.ts';

/** Every slice's tables, merged once. */
export interface DB
  extends
    AccountTables,
    CaseTables,
    CertificationTables,
    ContentTables,
    DemandTables,
    DisputeTables,
    FigureTables,
    InspectionTables,
    KeptListTables,
    LedgerTables,
    LedgerProofTables,
    OrderTables,
    OrderWorkTables,
    OutboxTables,
    PaymentTables,
    PresaleTables,
    ReactionTables,
    SearchTables,
    SeedingTables,
    ShopTables,
    TopicTables,
    UploadTables,
    WalletTables {}
