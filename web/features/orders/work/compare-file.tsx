import { useState } from 'react';
import { FilePicker } from '../../../ui/form/file-picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './contract.module.css';

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Tells whether a file of the reader's is the very one; worked out on this machine, nothing is sent. */
export function CompareFile({ hash }: { hash: string }) {
  const [result, setResult] = useState<{ name: string; same: boolean }>();
  // Browsers work out hashes on secure pages only.
  if (typeof crypto === 'undefined' || !crypto.subtle) return null;
  async function compare(file: File) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    setResult({ name: file.name, same: hex(digest) === hash });
  }
  return (
    <div className={styles.compare}>
      <FilePicker tone="ghost" label="核对我手里的文件" onPick={(file) => void compare(file)} />
      <p role="status" data-same={result?.same}>
        {result && (
          <>
            <Icon name={result.same ? 'checkc' : 'warn'} size="small" />
            {result.same ? `「${result.name}」与这份合同完全一致` : `「${result.name}」与这份合同不是同一份文件`}
          </>
        )}
      </p>
    </div>
  );
}
