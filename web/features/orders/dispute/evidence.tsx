import { useState } from 'react';
import { type addEvidence, evidenceFields } from '../../../../contract/order-disputes.ts';
import { callAt, send } from '../../../client/transport.browser.ts';
import { Button } from '../../../ui/button.tsx';
import { DocumentsControl } from '../../../ui/form/documents-control.tsx';
import { listOf, textOf } from '../../../ui/form/draft.ts';
import { Frame } from '../../../ui/form/frame.tsx';
import { TextControl } from '../../../ui/form/text-control.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Icon } from '../../../ui/icon.tsx';
import { momentText } from '../../../ui/time.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { PicturesField } from '../../pictures-field.tsx';
import { blankPicture, usePrivateFiles } from '../../use-private-files.ts';
import styles from './dispute.module.css';
import { type DisputeRecord, sideNames } from './record.ts';

/** What both sides gave; only they and the operators get to see it. */
export function EvidenceList({ evidence }: Pick<DisputeRecord, 'evidence'>) {
  if (evidence.length === 0) return <p className={styles.hint}>还没有人提交证据</p>;
  return (
    <ol className={styles.evidence} aria-label="证据">
      {evidence.map((piece, place) => (
        <li key={piece.id} data-side={piece.by}>
          <h4>
            {sideNames[piece.by]}
            <span>{piece.nickname}</span>
            <time dateTime={new Date(piece.time * 1000).toISOString()}>{momentText(piece.time)}</time>
          </h4>
          <p>{piece.content}</p>
          {piece.pictures.length > 0 && (
            <ul className={styles.shots}>
              {piece.pictures.map(({ small, large }, index) => (
                <li key={large}>
                  <a href={large} target="_blank" rel="noreferrer">
                    <img src={small} alt={`证据 ${place + 1} 的第 ${index + 1} 张图片`} loading="lazy" />
                  </a>
                </li>
              ))}
            </ul>
          )}
          {piece.files.map(({ name, url }) => (
            <a key={url} className={styles.file} href={url}>
              <Icon name="file" size="small" />
              {name}
              <Icon name="download" size="small" />
            </a>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Adds a piece; what was typed and uploaded is kept on the device until it is sent. */
export function EvidenceForm({ demandNid, left, onDone }: { demandNid: string; left: number; onDone: () => void }) {
  const draft = useDraft(`omo.draft.evidence.${demandNid}`, { content: '', pictures: [], files: [] });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [underway, setUnderway] = useState<Readonly<Record<string, number>>>({});
  const [busy, once] = useSending();
  const [pictures, files] = [listOf(draft.values['pictures']), listOf(draft.values['files'])];
  const content = textOf(draft.values['content']);
  const [held] = useState(() => [...pictures, ...files]);
  // What lay unused for a day is removed from the server: a draft must not go on showing it.
  const sent = usePrivateFiles(held, (gone) => {
    for (const key of ['pictures', 'files']) {
      const shown = listOf(draft.values[key]);
      const left = shown.filter((url) => !gone.includes(url));
      if (left.length < shown.length) draft.change(key, left);
    }
  });
  const { content: words, pictures: shots, files: papers } = evidenceFields;
  if (left === 0) return <p className={styles.hint}>您提交的证据已达到上限</p>;

  async function submit() {
    const read = words.schema.safeParse(content);
    const waits = Object.values(underway).some((count) => count > 0);
    if (!read.success || waits) {
      setFaults({
        ...(!read.success && { content: read.error.issues[0]?.message ?? '填写有误' }),
        ...(waits && { pictures: '还有文件没有传完，请等一下或移除它' }),
      });
      return;
    }
    setFaults({});
    const call = callAt<typeof addEvidence>('/api/order/addEvidence');
    const { requestId } = draft;
    const reply = await once(() =>
      send(call, { demandNid, content, pictures: pictures.join(','), files: files.join(','), requestId }),
    );
    if (!reply) return;
    if (!reply.ok) {
      setFaults(Object.keys(reply.fields).length > 0 ? reply.fields : { content: reply.message });
      return;
    }
    draft.discard();
    toast('证据已提交');
    onDone();
  }

  return (
    <form
      className={styles.compose}
      aria-label="提交证据"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Frame id="content" label={words.label} required error={faults['content']}>
        <TextControl
          id="content"
          value={content}
          onChange={(value) => draft.change('content', value)}
          error={faults['content']}
          max={1000}
          rows={3}
          required
        />
      </Frame>
      <PicturesField
        id="pictures"
        label={shots.label}
        hint="选填，最多 9 张"
        value={pictures}
        onChange={(value) => draft.change('pictures', value)}
        error={faults['pictures']}
        max={9}
        upload={sent.uploadImage}
        thumb={(url) => sent.of(url)?.small ?? blankPicture}
        onPending={(count) => setUnderway((before) => ({ ...before, pictures: count }))}
      />
      <Frame id="files" label={papers.label} required={false} hint="选填，最多 5 个" error={faults['files']} group>
        <DocumentsControl
          id="files"
          value={files}
          onChange={(value) => draft.change('files', value)}
          max={5}
          accept={papers.widget.kind === 'documents' ? papers.widget.accept : []}
          upload={sent.uploadDocument}
          nameOf={(url) => sent.of(url)?.name ?? '已上传的文件'}
          onPending={(count) => setUnderway((before) => ({ ...before, files: count }))}
        />
      </Frame>
      <div className={styles.buttons}>
        <Button type="submit" tone="pine" busy={busy}>
          提交证据
        </Button>
        <span className={styles.hint}>双方和平台都能看到，提交后不能修改；还可提交 {left} 份</span>
      </div>
    </form>
  );
}
