import { useCallback, useState } from 'react';
import { getUserCertify } from '../../../../contract/order-work.ts';
import { accountTypeNames } from '../../../../contract/statuses.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Face } from '../../../ui/face.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Certified } from '../../../ui/tag.tsx';
import { dateText } from '../../../ui/time.ts';
import styles from './work.module.css';

/** Who the other side is, as the portal has checked it. */
export function CertifyLink({ demandNid }: { demandNid: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="ghost" after="right" className={styles.certify} onClick={() => setOpen(true)}>
        查看对方认证材料
      </Button>
      <Dialog open={open} title="对方的认证" onClose={() => setOpen(false)}>
        {open && <Papers demandNid={demandNid} />}
      </Dialog>
    </>
  );
}

function Papers({ demandNid }: { demandNid: string }) {
  const load = useCallback(() => send(getUserCertify, { demandNid }), [demandNid]);
  return (
    <LatePart load={load} skeleton={<Skeleton lines={4} />}>
      {(found) => {
        const facts = [
          ['账户类型', accountTypeNames[found.account_type === 2 ? 2 : 1]],
          ['认证名称', found.name],
          ['企业类型', found.typeName],
          ['所在地区', found.region],
          ['通过时间', found.certifiedTime === null ? '' : dateText(found.certifiedTime)],
        ].filter(([, value]) => value);
        return (
          <div className={styles.papers}>
            <p>
              <Face name={found.nickname} src={found.avatarUrl} />
              <b>{found.nickname}</b>
              {found.certified && <Certified />}
            </p>
            {found.certified ? (
              <dl>
                {facts.map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            ) : (
              <p className={styles.hint}>对方还没有通过平台认证。签合同前请多了解，款项请只通过平台支付。</p>
            )}
          </div>
        );
      }}
    </LatePart>
  );
}
