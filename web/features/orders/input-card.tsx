import { useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import { confirmInput, getDemandInput } from '../../../contract/handing-on.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { send } from '../../client/transport.browser.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Gallery } from '../../ui/gallery.tsx';
import { Icon } from '../../ui/icon.tsx';
import { momentText } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { documentName } from '../document-name.ts';
import styles from './input.module.css';
import type { CardProps } from './wire.ts';

type Found = CallOutput<typeof getDemandInput>;

/** 输入已变: what the stages before delivered since the demand was published, and the owner's word on it. */
export function InputCard({ order, reload }: CardProps) {
  const { demandNid, role, inputState } = order;
  const side = role === 'owner' || role === 'provider';
  const [found, setFound] = useState<Found>();
  const load = useCallback(() => send(getDemandInput, { demandNid }), [demandNid]);
  useEffect(() => {
    if (!side || inputState === '') return;
    let left = false;
    void load().then((reply) => !left && reply.ok && setFound(reply.data));
    return () => {
      left = true;
    };
  }, [load, side, inputState, order]);
  if (inputState === '') return null;
  const changed = inputState === 'changed';
  const may = order.actions.find(({ action }) => action === 'confirmInput');
  return (
    <Card
      id="input"
      title={changed ? '输入已变' : '新的输入'}
      note={changed ? '前面环节在您这张订单发布之后更新了交付' : '已确认，按更新后的交付进行'}
    >
      <p className={styles.lead}>{leads[`${inputState}-${role}`] ?? leads[inputState]}</p>
      {found?.stages
        .filter(
          ({ pictures, files, notes }) => [...pictures, ...files, ...notes].some(({ fresh }) => fresh) || !changed,
        )
        .map((stage) => (
          <Delivered key={stage.demandNid} stage={stage} onlyNew={changed} />
        ))}
      {may && found && (
        <Answer
          order={order}
          hash={found.hash}
          reload={reload}
          withdrawable={order.orderStatus < orderStatus.working}
        />
      )}
    </Card>
  );
}

/** What it means to whom. */
const leads: Readonly<Record<string, string>> = {
  changed: '您可以修改或撤回投标；发布方确认新的输入之前，不会选定承接方。',
  'changed-owner': '看过更新的内容后，确认新的输入；不想继续，可以取消这份需求。确认之前不能选定承接方。',
  'changed-provider': '请看更新的内容，和发布方核对后再按它开工。',
  confirmed: '发布方已确认新的输入。选定之前，您还可以修改或撤回投标。',
  'confirmed-owner': '这份需求现在以更新后的交付为准，投标方和承接方都收到了通知。',
  'confirmed-provider': '发布方已确认，请按更新后的交付开工。',
};

function Delivered({ stage, onlyNew }: { stage: Found['stages'][number]; onlyNew: boolean }) {
  const shown = <Thing extends { fresh: boolean }>(things: readonly Thing[]) =>
    onlyNew ? things.filter(({ fresh }) => fresh) : things;
  const [pictures, files, notes] = [shown(stage.pictures), shown(stage.files), shown(stage.notes)];
  return (
    <section className={styles.stage} aria-label={`${stage.stageName}更新的交付`}>
      <h3>
        {stage.stageName}
        <span>{stage.nickname}</span>
      </h3>
      {notes.map(({ content, time }) => (
        <p key={`${time}-${content}`} className={styles.note}>
          {content}
          <time dateTime={new Date(time * 1000).toISOString()}>{momentText(time)}</time>
        </p>
      ))}
      <Files files={files} />
      <Gallery
        pictures={pictures.map(({ url }) => url)}
        name={`${stage.stageName}更新的图片`}
        layout="grid"
        sizes="(max-width: 767px) 30vw, 180px"
        widest={240}
      />
    </section>
  );
}

/** Documents by name, each with the beginning of the hash by which it is known. */
export function Files({ files }: { files: readonly { url: string; hash: string }[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map(({ url, hash }) => (
        <li key={url}>
          <a href={url} download>
            <Icon name="file" size="small" />
            {documentName(url)}
          </a>
          {hash && <code title={`SHA-256 ${hash}`}>{hash.slice(0, 8)}</code>}
        </li>
      ))}
    </ul>
  );
}

function Answer({ order, hash, reload, withdrawable }: CardProps & { hash: string; withdrawable: boolean }) {
  const [busy, once] = useSending();
  const [refusal, setRefusal] = useState<string>();
  async function confirm() {
    const reply = await once(() => send(confirmInput, { demandNid: order.demandNid, hash }));
    if (!reply) return;
    if (!reply.ok) {
      setRefusal(reply.message);
      return;
    }
    toast('已确认新的输入，投标方和承接方会收到通知');
    reload();
  }
  return (
    <>
      {refusal && (
        <p className={styles.refusal} role="alert">
          <Icon name="warn" size="small" />
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Button tone="pine" busy={busy} onClick={() => void confirm()}>
          确认新的输入
        </Button>
        {withdrawable && order.orderStatus === orderStatus.tendering && (
          <ButtonLink tone="line" to={`/personal/order/${order.demandNid}/edit`}>
            修改需求
          </ButtonLink>
        )}
      </div>
      {withdrawable && <p className={styles.hint}>不想继续：在上面的操作里取消这份需求，取消不收费。</p>}
    </>
  );
}
