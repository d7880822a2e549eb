import type { Payment } from './calls.ts';

/** How the payer pays: a phone goes to the gateway's page, a desk keeps ours and opens another beside it. */
export const deviceOf = (): 'desktop' | 'phone' => (matchMedia('(max-width: 767.98px)').matches ? 'phone' : 'desktop');

/**
 * Takes hold of a new tab in the press itself, since a browser lets nobody open one later. `show` brings it to the page to
 * pay on; where there is none (a phone, or a browser that opens no tabs) the page leads there itself.
 */
export function holdTab(): { show: (payment: Payment) => void; drop: () => void } {
  const phone = deviceOf() === 'phone';
  const tab = phone ? null : window.open('', '_blank');
  // We go on steering it; what is shown there must not steer us.
  if (tab) tab.opener = null;
  return {
    show: ({ face }) => {
      if (face?.kind !== 'page') tab?.close();
      else if (tab) tab.location.href = new URL(face.url, location.href).href;
      else if (phone) location.assign(face.url);
    },
    drop: () => tab?.close(),
  };
}
