const views = [
  { to: '/personal/order/initiate', label: '按订单', shown: 'orders' },
  { to: '/personal/line', label: '按产品线', shown: 'lines' },
] as const;

/** The two ways to look at what one started. */
export const orderViews = (now: 'orders' | 'lines') =>
  views.map(({ to, label, shown }) => ({ to, label, current: shown === now }));
