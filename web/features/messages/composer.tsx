import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { documentEndings } from '../../../contract/fields.ts';
import { Button } from '../../ui/button.tsx';
import { type Uploads, useUploads } from '../../ui/form/uploads.ts';
import { Icon } from '../../ui/icon.tsx';
import { blankPicture, type PrivateFiles } from '../use-private-files.ts';
import { longestMessage, mostFiles, mostPictures } from './calls.ts';
import styles from './composer.module.css';
import { isBlank, type Kept } from './kept.ts';

type Written = Pick<Kept, 'content' | 'pictures' | 'files'>;

const length = (text: string) => [...text.trim()].length;

/** Where a message is written: words, pictures, files. Enter sends, Shift + Enter begins a new line. */
export function Composer({
  written,
  onWrite,
  onSubmit,
  refusal,
  sent,
}: {
  written: Written;
  onWrite: (part: Partial<Written>) => void;
  onSubmit: () => void;
  /** why the words were not taken */
  refusal: string | undefined;
  /** what was uploaded for this conversation */
  sent: PrivateFiles;
}) {
  const { content, pictures, files } = written;
  const area = useRef<HTMLTextAreaElement>(null);
  const pictureInput = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const images = useUploads({
    value: pictures,
    onChange: (value) => onWrite({ pictures: value }),
    max: mostPictures,
    upload: sent.uploadImage,
    tooMany: `一条消息最多 ${mostPictures} 张图片，多出的没有上传`,
  });
  const documents = useUploads({
    value: files,
    onChange: (value) => onWrite({ files: value }),
    max: mostFiles,
    upload: sent.uploadDocument,
    tooMany: `一条消息最多 ${mostFiles} 个文件，多出的没有上传`,
  });
  const pending = [...images.pending, ...documents.pending];

  // As tall as what is written, up to what its style allows.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [content]);

  function submit() {
    const over = length(content) - longestMessage;
    const failed = pending.some(({ error }) => error);
    const wrong =
      over > 0
        ? `消息最多${longestMessage}字，还多 ${over} 字`
        : failed
          ? '有文件没有传上去，请重试或移除它'
          : pending.length > 0
            ? '还有文件没有传完，请等一下'
            : undefined;
    setFault(wrong);
    if (wrong === undefined && !isBlank(written)) onSubmit();
    area.current?.focus();
  }

  const keyDown = (event: KeyboardEvent) => {
    // While a Chinese word is being chosen, Enter is the input method's.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const paste = (event: ClipboardEvent) => {
    const found = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (found.length === 0) return;
    event.preventDefault();
    images.add(found);
  };
  const said = fault ?? refusal ?? images.refused ?? documents.refused;

  return (
    <form
      className={styles.composer}
      aria-label="写消息"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const dropped = [...event.dataTransfer.files];
        images.add(dropped.filter(({ type }) => type.startsWith('image/')));
        documents.add(dropped.filter(({ type }) => !type.startsWith('image/')));
      }}
    >
      <Attached written={written} onWrite={onWrite} images={images} documents={documents} sent={sent} />
      {said && (
        <p id="message-fault" className={styles.fault} role="alert">
          <Icon name="warn" size="small" />
          {said}
        </p>
      )}
      <div className={styles.row}>
        <textarea
          ref={area}
          aria-label="消息"
          aria-describedby={said ? 'message-fault' : undefined}
          aria-invalid={said ? true : undefined}
          rows={1}
          enterKeyHint="send"
          placeholder="写消息"
          value={content}
          onChange={(event) => {
            setFault(undefined);
            onWrite({ content: event.target.value });
          }}
          onKeyDown={keyDown}
          onPaste={paste}
        />
        <div className={styles.tools}>
          <button type="button" aria-label="发图片" title="发图片" onClick={() => pictureInput.current?.click()}>
            <Icon name="camera" />
          </button>
          <button type="button" aria-label="发文件" title="发文件" onClick={() => fileInput.current?.click()}>
            <Icon name="file" />
          </button>
          <span className={styles.keys}>
            {length(content) > longestMessage - 100
              ? `${length(content)}/${longestMessage}`
              : 'Enter 发送，Shift + Enter 换行'}
          </span>
        </div>
        <Button type="submit" tone="pine" disabled={isBlank(written) && pending.length === 0}>
          发送
        </Button>
      </div>
      <input
        ref={pictureInput}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/webp"
        data-for="message-pictures"
        onChange={(event) => {
          images.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={documentEndings.join(',')}
        data-for="message-files"
        onChange={(event) => {
          documents.add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
    </form>
  );
}

/** What goes along with the message: arrived, on its way, or failed. */
function Attached({
  written,
  onWrite,
  images,
  documents,
  sent,
}: {
  written: Written;
  onWrite: (part: Partial<Written>) => void;
  images: Uploads;
  documents: Uploads;
  sent: PrivateFiles;
}) {
  const { pictures, files } = written;
  const nameOf = (url: string) => sent.of(url)?.name ?? '已上传的文件';
  if (pictures.length + files.length + images.pending.length + documents.pending.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label="要发送的图片和文件">
      {pictures.map((url, index) => (
        <li key={url} className={styles.picture}>
          <img src={sent.of(url)?.small ?? blankPicture} alt={`第${index + 1}张图片`} />
          <Remove
            name={`第${index + 1}张图片`}
            onRemove={() => onWrite({ pictures: pictures.filter((one) => one !== url) })}
          />
        </li>
      ))}
      {images.pending.map((item) => (
        <li key={item.id} className={styles.picture}>
          <img src={item.preview} alt="" onError={(event) => (event.currentTarget.hidden = true)} />
          <Way item={item} uploads={images} />
          <Remove name={item.file.name} onRemove={() => images.drop(item.id)} />
        </li>
      ))}
      {files.map((url) => (
        <li key={url} className={styles.document}>
          <Icon name="file" size="small" />
          <span>{nameOf(url)}</span>
          <Remove name={nameOf(url)} onRemove={() => onWrite({ files: files.filter((one) => one !== url) })} />
        </li>
      ))}
      {documents.pending.map((item) => (
        <li key={item.id} className={styles.document}>
          <Icon name="file" size="small" />
          <span>{item.file.name}</span>
          <Way item={item} uploads={documents} />
          <Remove name={item.file.name} onRemove={() => documents.drop(item.id)} />
        </li>
      ))}
    </ul>
  );
}

function Way({ item, uploads }: { item: Uploads['pending'][number]; uploads: Uploads }) {
  if (item.error)
    return (
      <span className={styles.way} data-failed>
        <span role="alert">{item.error}</span>
        {!item.final && (
          <button type="button" onClick={() => uploads.retry(item.id)}>
            重试
          </button>
        )}
      </span>
    );
  const percent = Math.round(item.part * 100);
  return (
    <span className={styles.way} role="progressbar" aria-valuenow={percent} aria-label={`上传 ${item.file.name}`}>
      {percent}%
    </span>
  );
}

const Remove = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button type="button" className={styles.remove} aria-label={`移除 ${name}`} onClick={onRemove}>
    <Icon name="x" size="small" />
  </button>
);
