import type { SeedingTables } from '../seeding/tables.ts';
import type { OutboxTables } from '../outbox/outbox.ts';
import type { KeptListTables } from './kept-lists.ts';
import type { AccountTables } from '../slices/accounts/tables.ts';
import type { AuditTables } from '../slices/audit/tables.ts';
import type { CaseTables } from '../slices/cases/tables.ts';
import type { CertificationTables } from '../slices/certification/tables.ts';
import type { ContentTables } from '../slices/content/tables.ts';
import type { DemandTables } from '../slices/demands/tables.ts';
import type { EstimateTables } from '../slices/estimates/tables.ts';
import type { FollowTables } from '../slices/follows/tables.ts';
import type { NoticeTables } from '../slices/notices/tables.ts';
import type { FigureTables } from '../slices/figures/tables.ts';
import type { FirstStepTables } from '../slices/first-steps/tables.ts';
import type { LedgerTables } from '../slices/ledger/tables.ts';
import type { LedgerProofTables } from '../slices/ledger/proof-tables.ts';
import type { MessageTables } from '../slices/messages/tables.ts';
import type { OperatorTables } from '../slices/operators/tables.ts';
import type { ModerationTables } from '../slices/moderation/tables.ts';
import type { DisputeTables } from '../slices/orders/disputes/tables.ts';
import type { HandingTables } from '../slices/orders/handing/tables.ts';
import type { InspectionTables } from '../slices/orders/inspection/tables.ts';
import type { OrderTables } from '../slices/orders/tables.ts';
import type { PaymentTables } from '../slices/payments/tables.ts';
import type { OrderWorkTables } from '../slices/orders/work/tables.ts';
import type { PersonalDataTables } from '../slices/personal-data/tables.ts';
import type { PresaleTables } from '../slices/presale/tables.ts';
import type { ReactionTables } from '../slices/reactions/tables.ts';
import type { SearchTables } from '../slices/search/tables.ts';
import type { ShopTables } from '../slices/shop/tables.ts';
import type { TraceTables } from '../slices/trace/tables.ts';
import type { TopicTables } from '../slices/topics/tables.ts';
import type { UploadTables } from '../slices/uploads/tables.ts';
import type { WalletTables } from '../slices/wallet/tables.ts';
import type { WordingTables } from '../slices/wording/tables.ts';

/** Every slice's tables, merged once. */
export interface DB
  extends
    AccountTables,
    AuditTables,
    CaseTables,
    CertificationTables,
    ContentTables,
    DemandTables,
    DisputeTables,
    EstimateTables,
    FigureTables,
    FirstStepTables,
    HandingTables,
    InspectionTables,
    KeptListTables,
    LedgerTables,
    LedgerProofTables,
    MessageTables,
    FollowTables,
    NoticeTables,
    OperatorTables,
    OrderTables,
    OrderWorkTables,
    OutboxTables,
    ModerationTables,
    PaymentTables,
    PersonalDataTables,
    PresaleTables,
    ReactionTables,
    SearchTables,
    SeedingTables,
    ShopTables,
    TopicTables,
    TraceTables,
    UploadTables,
    WalletTables,
    WordingTables {}
