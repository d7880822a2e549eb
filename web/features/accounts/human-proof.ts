import { humanCheck } from '../../../contract/accounts.ts';
import { send } from '../../client/transport.browser.ts';
import { pbkdf2Sha256 } from './pbkdf2.ts';

/** Milliseconds of work without WebCrypto after which the page may draw. */
const stretch = 30;

/**
 * Does the work that is asked of a browser before a text message is sent (about a tenth of a second), without showing
 * anything. Gives what the sms call takes, or the words that say why not.
 */
export async function proveHuman(): Promise<{ ok: true; proof: string } | { ok: false; message: string }> {
  try {
    return await prove();
  } catch {
    // A chunk of code that did not arrive, or a browser that cannot: the person must hear of it either way.
    return { ok: false, message: '人机验证未能完成，请刷新页面后重试' };
  }
}

async function prove(): ReturnType<typeof proveHuman> {
  const [reply, { solveChallenge }, webCrypto] = await Promise.all([
    send<typeof humanCheck>(humanCheck, {}),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  if (!reply.ok) return { ok: false, message: reply.message };
  const challenge = reply.data;
  const deriveKey = globalThis.crypto?.subtle ? webCrypto.deriveKey : slowly();
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 30_000 });
  if (!solution) return { ok: false, message: '人机验证超时，请重试' };
  return { ok: true, proof: btoa(JSON.stringify({ challenge, solution })) };
}

type DeriveKey = typeof import('altcha-lib/algorithms/web/pbkdf2').deriveKey;

function slowly(): DeriveKey {
  let rested = performance.now();
  return async ({ cost, keyLength = 32 }, salt, password) => {
    if (performance.now() - rested > stretch) {
      await new Promise((resolve) => setTimeout(resolve));
      rested = performance.now();
    }
    return { parameters: {}, derivedKey: pbkdf2Sha256(password, salt, cost, keyLength) };
  };
}
