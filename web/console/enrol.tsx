import type { CallOutput } from '../../contract/call.ts';
import type { beginTotp } from '../../contract/operator/own-account.ts';
import { QrCode } from './qr-code.tsx';
import styles from './enrol.module.css';

/** What an authenticator is given, once. */
export function Enrol({
  secret,
  uri,
  lead,
}: Pick<CallOutput<typeof beginTotp>, 'secret' | 'uri'> & {
  /** what is to be done with it */
  lead: string;
}) {
  return (
    <div className={styles.enrol}>
      <QrCode text={uri} label="用验证器扫描的二维码" />
      <div>
        <p>{lead}</p>
        <p>不能扫码时，在验证器里手动输入密钥：</p>
        <p className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <p className={styles.warn}>二维码和密钥只在这里出现一次，请勿截图转发。</p>
      </div>
    </div>
  );
}
