import { useCallback, useState } from 'react';
import type { CallOutput, Reply } from '../../../../contract/call.ts';
import {
  confirmContract,
  draftContract,
  getContract,
  takeContractDraft,
  uploadContract,
} from '../../../../contract/order-work.ts';
import { documentEndings } from '../../../../contract/fields.ts';
import { refusedUnsent } from '../../../../contract/uploads.ts';
import { send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { FilePicker } from '../../../ui/form/file-picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LatePart } from '../../../ui/late-part.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { momentText } from '../../../ui/time.ts';
import { useSending } from '../../../ui/use-sending.ts';
import type { CardProps, OrderInfo } from '../wire.ts';
import { CertifyLink } from './certify.tsx';
import { CompareFile } from './compare-file.tsx';
import { happened, isOpen } from './open-action.ts';
import own from './contract.module.css';
import styles from './work.module.css';

type Contracts = CallOutput<typeof getContract>;
type Contract = NonNullable<Contracts['contract']>;

/** The contract: put forward by either side, confirmed by both by its hash, then in force for good. */
export function ContractCard({ order, reload }: CardProps) {
  // With each change of the order the contract may have changed too.
  const load = useCallback(() => send(getContract, { demandNid: order.demandNid }), [order]);
  if (!happened(order, 'accept')) return null;
  return (
    <Card id="contract" title="合同">
      <LatePart load={load} skeleton={<Skeleton lines={4} />}>
        {(contracts) => <Body order={order} contracts={contracts} onChange={reload} />}
      </LatePart>
      <CertifyLink demandNid={order.demandNid} />
    </Card>
  );
}

function Body({
  order,
  contracts: { contract, replaced },
  onChange,
}: {
  order: OrderInfo;
  contracts: Contracts;
  onChange: () => void;
}) {
  return (
    <div className={own.contract}>
      {contract ? (
        <Standing order={order} contract={contract} onChange={onChange} />
      ) : (
        <p className={styles.hint}>
          {isOpen(order, 'uploadContract')
            ? '双方确认同一份文件后，合同生效。可以上传您的合同，或用订单条款生成一份。'
            : '这份订单没有合同文件。'}
        </p>
      )}
      {isOpen(order, 'uploadContract') && (
        <PutForward order={order} replacing={contract !== null} onChange={onChange} />
      )}
      {replaced.length > 0 && (
        <details className={own.replaced}>
          <summary>换下的文件 {replaced.length} 份</summary>
          <ul>
            {replaced.map((file) => (
              <li key={`${file.hash}${file.time}`}>
                {file.url ? <a href={file.url}>{file.name}</a> : file.name}
                <small>
                  {file.nickname}，{momentText(file.time)}
                </small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Eight characters from each end are enough to compare by eye; the whole is in the title and in what is confirmed. */
function Hash({ value }: { value: string }) {
  const shown = `${value.slice(0, 4)} ${value.slice(4, 8)} … ${value.slice(-8, -4)} ${value.slice(-4)}`;
  return (
    <code title={value} className={own.hash}>
      {shown}
    </code>
  );
}

function Standing({ order, contract, onChange }: { order: OrderInfo; contract: Contract; onChange: () => void }) {
  const sides = [
    ['发布方', order.owner.nickname, contract.confirmedByOwner],
    ['承接方', order.provider?.nickname ?? '', contract.confirmedByProvider],
  ] as const;
  return (
    <>
      <div className={own.file}>
        <Icon name="file" />
        <p>
          <b>{contract.name}</b>
          <small>
            {size(contract.bytes)}，{contract.source === 'generated' ? '由订单条款生成，' : ''}
            {contract.nickname} {momentText(contract.time)} 提交
          </small>
        </p>
        {contract.url ? (
          <a href={contract.url} className={own.download} aria-label={`下载 ${contract.name}`}>
            <Icon name="download" />
          </a>
        ) : (
          <small>文件已不在</small>
        )}
      </div>
      <ul className={own.confirmed}>
        {sides.map(([role, name, done]) => (
          <li key={role} data-done={done || undefined}>
            <Icon name={done ? 'checkc' : 'clock'} size="small" />
            {role}
            <span>{name}</span>
            <em>{done ? '已确认' : '待确认'}</em>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        {contract.inForce && contract.since !== null
          ? `双方确认的是同一份文件，${momentText(contract.since)} 起生效，不能更换。`
          : '文件的校验值，下载后可以核对：'}
        <Hash value={contract.hash} />
      </p>
      <CompareFile hash={contract.hash} />
      {isOpen(order, 'confirmContract') && <ConfirmIt order={order} contract={contract} onChange={onChange} />}
    </>
  );
}

function ConfirmIt({ order, contract, onChange }: { order: OrderInfo; contract: Contract; onChange: () => void }) {
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [busy, once] = useSending();
  async function act() {
    const input = { demandNid: order.demandNid, hash: contract.hash };
    const reply = await once<Reply<unknown>>(() => send(confirmContract, input));
    if (!reply) return;
    if (!reply.ok) {
      setRefusal(reply.message);
      return;
    }
    toast('合同已生效');
    setAsked(false);
    onChange();
  }
  return (
    <>
      <Button tone="pine" full onClick={() => setAsked(true)}>
        确认这份合同
      </Button>
      <Confirm
        open={asked}
        title="确认合同"
        action="确认，合同生效"
        busy={busy}
        error={refusal}
        figures={[
          ['文件', contract.name],
          ['提交人', contract.nickname],
          ['校验值', <Hash key="hash" value={contract.hash} />],
        ]}
        onConfirm={() => void act()}
        onClose={() => {
          setAsked(false);
          if (refusal) onChange();
        }}
      >
        <p>确认后双方都已认可这一份文件，合同生效，不能再更换。请先下载看过。</p>
      </Confirm>
    </>
  );
}

type Draft = CallOutput<typeof draftContract>;

function PutForward({ order, replacing, onChange }: { order: OrderInfo; replacing: boolean; onChange: () => void }) {
  const { demandNid } = order;
  const [refusal, setRefusal] = useState<string>();
  /** 0..1 of the file that is on its way */
  const [part, setPart] = useState<number>();
  const [draft, setDraft] = useState<Draft>();
  const [busy, once] = useSending();

  async function upload(file: File) {
    setRefusal(undefined);
    const refused = refusedUnsent('document', file);
    if (refused !== undefined) return setRefusal(refused);
    const reply = await once<Reply<unknown>>(() => {
      setPart(0);
      return send(uploadContract, { demandNid }, { file, onProgress: setPart });
    });
    setPart(undefined);
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    toast('合同已提交，等待对方确认');
    onChange();
  }

  async function generate() {
    setRefusal(undefined);
    const reply = await once(() => send(draftContract, { demandNid }));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    setDraft(reply.data);
  }

  async function take({ hash }: Draft) {
    const reply = await once<Reply<unknown>>(() => send(takeContractDraft, { demandNid, hash }));
    if (!reply) return;
    if (!reply.ok) return setRefusal(reply.message);
    setDraft(undefined);
    toast('合同已提交，等待对方确认');
    onChange();
  }

  return (
    <div className={own.put}>
      <div className={styles.row}>
        <FilePicker
          label={replacing ? '换一份合同' : '上传合同文件'}
          accept={documentEndings}
          busy={part !== undefined}
          disabled={busy}
          onPick={(file) => void upload(file)}
        />
        <Button icon="edit" busy={busy && part === undefined} disabled={busy} onClick={() => void generate()}>
          用订单条款生成
        </Button>
      </div>
      {part !== undefined && (
        <p className={own.sending} role="progressbar" aria-label="上传合同" aria-valuenow={Math.round(part * 100)}>
          上传 {Math.round(part * 100)}%
          <i style={{ width: `${part * 100}%` }} />
        </p>
      )}
      <p className={styles.hint}>
        支持 {documentEndings.map((ending) => ending.slice(1)).join('、')}，不超过 20 MB，只有双方能下载。
        {replacing && '换了文件，双方都要重新确认。'}
      </p>
      {refusal && !draft && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      {draft && (
        <Confirm
          open
          title="用订单条款生成的合同"
          action="提交这份合同"
          busy={busy}
          error={refusal}
          figures={[
            ['文件', `${draft.name}，${size(draft.bytes)}`],
            ['校验值', <Hash key="hash" value={draft.hash} />],
          ]}
          onConfirm={() => void take(draft)}
          onClose={() => {
            setDraft(undefined);
            setRefusal(undefined);
          }}
        >
          <p>
            内容是这份订单的双方、要求、价款、分期、工期和质保期。
            <a href={draft.url} className={own.link}>
              先下载看看
            </a>
            ，提交即代表您已确认，对方确认后生效。
          </p>
        </Confirm>
      )}
    </div>
  );
}
