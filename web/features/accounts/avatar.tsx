import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { refusedUnsent, uploadKinds } from '../../../contract/uploads.ts';
import { displayName, type UserInfo } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Face } from '../../ui/face.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Failure } from './fields.tsx';
import styles from './profile.module.css';

const AvatarCrop = lazy(async () => ({ default: (await import('./avatar-crop.tsx')).AvatarCrop }));

const failed = (why: string) => `头像上传失败！${why}`;

/** A new avatar: a picture is chosen, cut out in a circle, taken at once, and seen at once in the top bar (feature U-07). */
export function Avatar({ user }: { user: UserInfo }) {
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const close = () => setChosen(undefined);
  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen]);

  const choose = async (file: File) => {
    setFailure(undefined);
    const refused = refusedUnsent('image', file);
    if (refused !== undefined) return setFailure(failed(refused));
    const url = URL.createObjectURL(file);
    if (await opens(url)) return setChosen(url);
    URL.revokeObjectURL(url);
    setFailure(failed('这张图片打不开，请换一张 JPG、PNG 或 WebP 图片'));
  };

  return (
    <div className={styles.avatar}>
      <Face name={displayName(user)} src={user.avatar_url || undefined} size="large" />
      <div>
        <Button icon="camera" onClick={() => picker.current?.click()}>
          更换头像
        </Button>
        <p className={styles.hint}>JPG、PNG 或 WebP，不超过10MB</p>
        <Failure text={failure} />
      </div>
      <input
        ref={picker}
        type="file"
        accept={uploadKinds.image.endings.join(',')}
        aria-label="选择头像图片"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file again must be a change again.
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      <Dialog open={chosen !== undefined} title="裁剪头像" onClose={close}>
        {chosen !== undefined && (
          <Suspense fallback={<Skeleton height="3.6rem" />}>
            <AvatarCrop image={chosen} onAnother={() => picker.current?.click()} onDone={close} />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}

/** Whether the browser can show it: what cannot be seen cannot be cut. */
async function opens(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
}
