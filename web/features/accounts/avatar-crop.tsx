import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { uploadAvatar } from '../../../contract/accounts.ts';
import { uploadFailed } from '../../../contract/uploads.ts';
import { send } from '../../client/transport.browser.ts';
import { amendUser } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { sendImage } from '../uploads.ts';
import styles from './avatar-crop.module.css';
import { Failure } from './fields.tsx';

/** pixels a side, at most; a small picture is not blown up */
const side = 512;
const mostZoom = 4;
const start: Point = { x: 0, y: 0 };

/**
 * The part of a picture that becomes the avatar: moved by pointer, finger or arrow keys, enlarged by wheel, pinch or slider.
 * When it does not arrive the dialog stays, with the picture as it was placed, and so does the old avatar.
 */
export function AvatarCrop({
  image,
  onAnother,
  onDone,
}: {
  /** address of the chosen file */
  image: string;
  onAnother: () => void;
  onDone: () => void;
}) {
  const [crop, setCrop] = useState(start);
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [busy, once] = useSending();
  const area = useRef<Area>(null);
  const aborts = useRef<AbortController>(null);
  // Shutting the dialog ends what is under way.
  useEffect(() => () => aborts.current?.abort(), []);
  const [placed, setPlaced] = useState(image);
  if (placed !== image) {
    setPlaced(image);
    setCrop(start);
    setZoom(1);
    setFailure(undefined);
  }

  const take = () =>
    once(async () => {
      if (!area.current) return;
      setFailure(undefined);
      setPart(0);
      aborts.current = new AbortController();
      const failed = await replace(image, area.current, setPart, aborts.current.signal);
      if (aborts.current.signal.aborted) return;
      if (failed === undefined) {
        toast('头像已更新');
        onDone();
      } else setFailure(`头像上传失败！${failed === uploadFailed ? '' : failed}`);
    });

  return (
    <>
      <div className={styles.stage}>
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={mostZoom}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: styles.hole }}
          cropperProps={{ role: 'application', 'aria-label': '头像取景框，用方向键移动图片' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => (area.current = pixels)}
          onCropComplete={(_, pixels) => (area.current = pixels)}
        />
      </div>
      <label className={styles.zoom}>
        <span>缩放</span>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)}倍`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        <output aria-hidden="true">{zoom.toFixed(1)}×</output>
      </label>
      <p className={styles.how}>拖动或用方向键移动，滚轮、双指或滑块缩放</p>
      <Failure text={failure} />
      <div className={styles.acts}>
        <Button size="strong" onClick={onAnother} disabled={busy}>
          换一张
        </Button>
        <Button size="strong" tone="pine" busy={busy} onClick={() => void take()}>
          {busy ? `正在上传 ${Math.round(part * 100)}%` : '使用这张头像'}
        </Button>
      </div>
    </>
  );
}

/** Gives what went wrong, in the server's words where it has any. */
async function replace(
  image: string,
  area: Area,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = await cutOut(image, area).catch(() => undefined);
  if (!file) return '浏览器没能裁剪这张图片，请换一张';
  const sent = await sendImage(file, { onProgress, signal });
  if (!sent.ok) return sent.message;
  const reply = await send<typeof uploadAvatar>(uploadAvatar, { appCode: 'web', iconUrl: sent.url });
  if (!reply.ok) return reply.message;
  amendUser({ avatar_url: reply.data.avatar_url });
}

/** Draws the area into a square; what is transparent becomes white. */
async function cutOut(url: string, { x, y, width, height }: Area): Promise<File | undefined> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(side, Math.round(width)));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  return blob ? new File([blob], '头像.jpg', { type: 'image/jpeg' }) : undefined;
}
