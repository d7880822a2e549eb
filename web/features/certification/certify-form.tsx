import { useRef, useState } from 'react';
import {
  type Certification,
  type CertificationItem,
  certifySave,
  isFiles,
  readItems,
} from '../../../contract/certification.ts';
import type { CallInput } from '../../../contract/call.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type FormValues, listOf } from '../../ui/form/draft.ts';
import { SavedMark } from '../../ui/form/saved-mark.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useFaults } from '../../ui/form/use-faults.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { useAreas } from '../areas.ts';
import { FieldControl, type FormMeans } from '../../ui/form/field-control.tsx';
import { emptyValues, refusedFields } from '../../ui/form/form-values.ts';
import styles from './certification.module.css';
import { blankPicture, usePrivateFiles } from '../use-private-files.ts';
import { defaultsOf, handedIn, toWire } from './values.ts';

/** The form of one kind of account; after a refusal it asks only for what was refused, each with its reason. */
export function CertifyForm({
  title,
  items,
  accountType,
  before,
  phone,
  draftKey,
  onDone,
}: {
  title: string;
  /** what is asked for */
  items: readonly CertificationItem[];
  accountType: 1 | 2;
  /** what was handed in and refused */
  before?: Certification;
  /** of the account: where the contact most likely answers */
  phone: string;
  /** one a refusal */
  draftKey: string;
  onDone: () => void;
}) {
  const [empty] = useState((): FormValues => ({
    ...emptyValues(items),
    ...(before ? handedIn(items, before) : defaultsOf(items)),
    ...(items.some(({ key }) => key === 'contactPhone') && !before && { contactPhone: phone }),
  }));
  const draft = useDraft(draftKey, empty);
  const [held] = useState(() => items.filter(isFiles).flatMap(({ key }) => listOf(draft.values[key])));
  const [cleared, setCleared] = useState(0);
  const [now] = useState(() => Date.now());
  // What lay unused for a day is removed from the server: a draft must not go on showing it.
  const files = usePrivateFiles(held, (urls) => {
    const gone = new Set(urls);
    for (const { key } of items.filter(isFiles)) {
      const shown = listOf(draft.values[key]);
      const left = shown.filter((url) => !gone.has(url));
      if (left.length < shown.length) draft.change(key, left);
    }
    setCleared(gone.size);
  });
  const areas = useAreas(items.some(({ widget }) => widget.kind === 'regions'));
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  const form = useRef<HTMLFormElement>(null);
  const faults = useFaults(form, items);

  const means: FormMeans = {
    uploadImage: files.uploadImage,
    uploadDocument: files.uploadDocument,
    thumb: (url) => files.of(url)?.small ?? blankPicture,
    documentName: (url) => files.of(url)?.name ?? '已上传的文件',
    areas,
    now,
    cover: false,
  };

  async function submit() {
    setRefusal(undefined);
    const wrong = refusedFields(items, readItems(items, toWire(items, draft.values)).faults);
    if (!faults.show({ ...wrong, ...faults.underWay() })) return;
    const input = {
      account_type: String(accountType),
      ...toWire(items, draft.values),
      revision: String(before?.revision ?? 0),
      requestId: draft.requestId,
    } as CallInput<typeof certifySave>;
    const reply = await once(() => send(certifySave, input));
    if (!reply) return;
    if (reply.ok) {
      draft.discard();
      // Sent again after its answer was lost, it may have been decided over already.
      const waits = reply.data.status === certificationStatus.pending;
      toast(waits ? '已提交，等待审核' : '这份资料之前已经提交，请看最新的审核结果', waits ? 'success' : 'warning');
      return onDone();
    }
    if (faults.show(refusedFields(items, reply.fields))) setRefusal(reply.message);
  }

  const reasonOf = (item: CertificationItem) => before?.refused.find((one) => one.item === item.wire)?.reason;

  return (
    <Card title={title} note={before ? `${items.length} 项` : '带 * 的必填'} aside={<SavedMark draft={draft} />}>
      {files.retry && (
        <p className={`${styles.notice} ${styles.lost}`} role="alert">
          之前上传的文件没能加载出来
          <Button size="small" icon="return" onClick={files.retry}>
            再试一次
          </Button>
        </p>
      )}
      {cleared > 0 && (
        <p className={styles.notice} role="status">
          <Icon name="info" size="small" />
          上次上传的 {cleared} 个文件超过一天没有提交，已经安全删除，请重新上传。
        </p>
      )}
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {items.map((item) => {
          const reason = reasonOf(item);
          return (
            <div key={item.key} className={reason ? styles.anew : undefined}>
              {reason && (
                <p className={styles.reason}>
                  <Icon name="warn" size="small" />
                  <span>
                    <b>未通过：</b>
                    {reason}
                  </span>
                </p>
              )}
              <FieldControl
                field={item}
                value={draft.values[item.key]}
                error={faults.errors[item.key]}
                means={means}
                onPending={faults.onPending(item.key)}
                onChange={(value) => {
                  draft.change(item.key, value);
                  const left = () => readItems([item], toWire([item], { [item.key]: value })).faults[item.wire];
                  faults.recheck(item.key, left);
                }}
              />
            </div>
          );
        })}
        {refusal && (
          <p className={styles.refusal} role="alert">
            <Icon name="warn" />
            {refusal}
          </p>
        )}
        <div className={styles.acts}>
          <Button type="submit" tone="pine" size="strong" busy={busy}>
            {before ? '重新提交审核' : '提交审核'}
          </Button>
          {draft.restored && (
            <Button
              tone="ghost"
              size="strong"
              onClick={() => {
                draft.discard();
                faults.clear();
                setRefusal(undefined);
              }}
            >
              清空重填
            </Button>
          )}
        </div>
        <p className={styles.promise}>
          <Icon name="shield" size="small" />
          证件和联系方式加密保存，只有审核人员能看，不会公开。
        </p>
      </form>
    </Card>
  );
}
