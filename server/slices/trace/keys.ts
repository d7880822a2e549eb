import { createPrivateKey } from 'node:crypto';
import { deriveKey } from '../../secret.ts';
import { type Signer, signerOf } from './sign.ts';

/** DER of an Ed25519 private key (RFC 8410) before its 32 bytes. */
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');
/** DER of a P-256 private key (RFC 5915) before and after its 32 bytes. */
const p256Header = Buffer.from('30310201010420', 'hex');
const p256Curve = Buffer.from('a00a06082a8648ce3d030107', 'hex');

/** The log's two key pairs, derived from the installation's secret: equal on every process that shares it. */
export function logSigners(secret: string, origin: string): Signer[] {
  const ed25519 = Buffer.concat([ed25519Header, deriveKey(secret, 'trace-ed25519')]);
  const p256 = Buffer.concat([p256Header, deriveKey(secret, 'trace-p256'), p256Curve]);
  return [
    signerOf(origin, createPrivateKey({ key: ed25519, format: 'der', type: 'pkcs8' })),
    signerOf(origin, createPrivateKey({ key: p256, format: 'der', type: 'sec1' })),
  ];
}
