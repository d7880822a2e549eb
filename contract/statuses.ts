/** Every status number that goes over the wire, with the word a user reads (specification §4, rulings §2). */

/** A demand and its order carry one number, `orderStatus`. */
export const orderStatus = {
  draft: 0,
  tendering: 1,
  awarded: 2,
  working: 3,
  delivered: 4,
  affirmed: 5,
  cancelled: 6,
  completed: 7,
  closed: 8,
} as const;
export type OrderStatusKey = keyof typeof orderStatus;
export type OrderStatus = (typeof orderStatus)[OrderStatusKey];

export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  0: '草稿',
  1: '招标中',
  2: '待接单',
  3: '进行中',
  4: '待验收',
  5: '已验收',
  6: '已取消',
  7: '已完成',
  8: '已关闭',
};
export const orderStatuses = Object.values(orderStatus).toSorted((a, b) => a - b);

/** Of a tender by itself: it stands, was withdrawn by its bidder, voided by a change of terms, or declined after it was chosen. */
export const tenderStatuses = ['standing', 'withdrawn', 'voided', 'declined'] as const;
export type TenderStatus = (typeof tenderStatuses)[number];

/** What became of one's tender, its demand taken into account; of a chosen one, pages say the order's own status. */
export const tenderStateNames = {
  tendering: '招标中',
  chosen: '已选中',
  lost: '未中标',
  withdrawn: '已撤回',
  voided: '已作废',
  declined: '没有达成',
  ended: '需求已结束',
} as const;
export type TenderState = keyof typeof tenderStateNames;

/** Of one instalment: down, second or final payment. */
export const paymentStatus = { notDue: 0, due: 1, held: 2, released: 3, refunded: 4, split: 5 } as const;
export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus];

export const paymentStatusNames: Readonly<Record<PaymentStatus, string>> = {
  0: '未到期',
  1: '待支付',
  2: '托管中',
  3: '已放款',
  4: '已退款',
  5: '已分账',
};

export const certificationStatus = { pending: 0, passed: 1, failed: 2 } as const;
export type CertificationStatus = (typeof certificationStatus)[keyof typeof certificationStatus];
export const certificationStatusNames: Readonly<Record<CertificationStatus, string>> = {
  0: '认证中',
  1: '认证成功',
  2: '认证失败',
};

export const shopCaseStatus = { pending: 0, approved: 1, rejected: 2 } as const;
export type ShopCaseStatus = (typeof shopCaseStatus)[keyof typeof shopCaseStatus];
export const shopCaseStatusNames: Readonly<Record<ShopCaseStatus, string>> = {
  0: '审核中',
  1: '审核通过',
  2: '审核不通过',
};

export const shopCaseStatuses = [0, 1, 2] as const satisfies readonly ShopCaseStatus[];

/** 0 waits for an operator; 4 is approved and on its way: whether it arrived is not known before 1 or 3. */
export const withdrawalStatus = { pending: 0, paid: 1, rejected: 2, returned: 3, paying: 4 } as const;
export type WithdrawalStatus = (typeof withdrawalStatus)[keyof typeof withdrawalStatus];
export const withdrawalStatusNames: Readonly<Record<WithdrawalStatus, string>> = {
  0: '审核中',
  1: '已到账',
  2: '已驳回',
  3: '银行退回',
  4: '打款中',
};

/** 1 to 3 are the specification's, 4 and 5 ours (rulings §4). */
export const transactionType = { topUp: 1, consumption: 2, withdrawal: 3, income: 4, refund: 5 } as const;
export type TransactionType = (typeof transactionType)[keyof typeof transactionType];
export const transactionTypeNames: Readonly<Record<TransactionType, string>> = {
  1: '充值',
  2: '消费',
  3: '提现',
  4: '收入',
  5: '退款',
};

export const accountType = { individual: 1, enterprise: 2 } as const;
export type AccountType = (typeof accountType)[keyof typeof accountType];
export const accountTypeNames: Readonly<Record<AccountType, string>> = { 1: '个人', 2: '企业' };

/** Whether the person asking has liked something: 2 means yes (specification §3). */
export const likeStatus = { no: 1, yes: 2 } as const;
export type LikeStatus = (typeof likeStatus)[keyof typeof likeStatus];

/** Of what people write in public: shown at once, unless the word list stops it for a look by an operator. */
export const reviewStatus = { waiting: 0, shown: 1, refused: 2 } as const;
export type ReviewStatus = (typeof reviewStatus)[keyof typeof reviewStatus];
export const reviewStatusNames: Readonly<Record<ReviewStatus, string>> = {
  0: '待审核',
  1: '已发布',
  2: '未通过',
};
