import { Alert, Button } from 'antd';
import type { CallOutput } from '../../../contract/call.ts';
import type { EvidenceItem, operatorCertification } from '../../../contract/operator/certification.ts';
import { certificationStatus } from '../../../contract/statuses.ts';
import { Tag } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import { ReasonBox } from '../ui/reason-box.tsx';
import styles from './verdict.module.css';

/** Why items are refused, by wire name; an item that stands in it is flagged. */
export type Reasons = Readonly<Record<string, string>>;

/** What is most often wrong, to be taken with one press and changed. */
const usual = {
  text: ['与证件不一致，请核对后重新填写', '联系不上，请填写能接通的联系方式'],
  images: ['照片模糊或反光，看不清文字，请重新拍摄', '证件已过期，请上传有效期内的证件', '不是要求的材料，请重新上传'],
  documents: ['缺少签字或盖章，请补全后重新上传', '文件内容不完整，请重新上传'],
} as const;

export function Verdict({
  found,
  held,
  items,
  reasons,
  errors,
  problem,
  busy,
  onFlag,
  onReason,
  onPass,
  onRefuse,
  onReload,
}: {
  found: CallOutput<typeof operatorCertification>;
  /** a colleague has it */
  held: boolean;
  items: readonly EvidenceItem[];
  reasons: Reasons;
  errors: Readonly<Record<string, string>>;
  problem: { text: string; stale: boolean } | undefined;
  busy: boolean;
  onFlag: (item: string, on: boolean) => void;
  onReason: (item: string, text: string) => void;
  onPass: () => void;
  onRefuse: () => void;
  onReload: () => void;
}) {
  const may = found.actions[0];
  const flagged = items.filter(({ item }) => item in reasons);
  if (!may) return <Decided found={found} items={items} />;
  const open = may.enabled && !held;
  return (
    <>
      <h2>审核结论</h2>
      {!may.enabled && <Alert type="warning" showIcon title={may.reason} />}
      {open && <p className={styles.hint}>勾选不合格的资料，写明原因后驳回；都合格就通过。</p>}
      <ul className={styles.checks}>
        {items.map((item) => {
          const bad = item.item in reasons;
          return (
            <li key={item.item} data-bad={bad || undefined}>
              <label>
                <input
                  type="checkbox"
                  checked={bad}
                  disabled={!open}
                  onChange={(event) => onFlag(item.item, event.target.checked)}
                />
                <span>
                  {item.label}
                  {bad ? '：不合格' : <span className="sr">：标为不合格</span>}
                </span>
                {item.answers && <Tag tone="warning">重新提交</Tag>}
              </label>
              {bad && (
                <ReasonBox
                  id={`reason-${item.item}`}
                  label={`${item.label}的驳回原因`}
                  value={reasons[item.item] ?? ''}
                  error={errors[item.item]}
                  templates={usual[item.kind]}
                  onChange={(text) => onReason(item.item, text)}
                  onSend={onRefuse}
                />
              )}
            </li>
          );
        })}
      </ul>
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 8 }}
          title={problem.text}
          action={
            problem.stale && (
              <Button size="small" onClick={onReload}>
                看最新状态
              </Button>
            )
          }
        />
      )}
      {flagged.length === 0 ? (
        <Button type="primary" block disabled={!open} loading={busy} onClick={onPass}>
          通过认证
        </Button>
      ) : (
        <Button type="primary" danger block disabled={!open} loading={busy} onClick={onRefuse}>
          驳回 {flagged.length} 项
        </Button>
      )}
    </>
  );
}

function Decided({
  found,
  items,
}: {
  found: CallOutput<typeof operatorCertification>;
  items: readonly EvidenceItem[];
}) {
  const passed = found.status === certificationStatus.passed;
  return (
    <>
      <h2>{found.statusName}</h2>
      <p className={styles.hint}>
        {found.decidedBy}
        {found.decideTime !== null && `，${momentText(found.decideTime)}`}
      </p>
      {!passed && (
        <ul className={styles.checks}>
          {items
            .filter(({ reason }) => reason !== '')
            .map((item) => (
              <li key={item.item} data-bad>
                <b>{item.label}</b>
                <p>{item.reason}</p>
              </li>
            ))}
        </ul>
      )}
    </>
  );
}
