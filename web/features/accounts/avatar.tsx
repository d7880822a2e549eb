import { useRef, useState } from 'react';
import { uploadAvatar } from '../../../contract/accounts.ts';
import { uploadFailed, uploadKinds } from '../../../contract/uploads.ts';
import { send } from '../../client/transport.browser.ts';
import { amendUser, displayName, type UserInfo } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Face } from '../../ui/face.tsx';
import { toast } from '../../ui/toast.tsx';
import { sendImage } from '../uploads.ts';
import { Failure } from './fields.tsx';
import styles from './profile.module.css';

/** A new avatar is taken at once, and seen at once in the top bar (feature U-07). */
export function Avatar({ user }: { user: UserInfo }) {
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const take = async (file: File) => {
    setBusy(true);
    setFailure(undefined);
    const failed = await replace(file);
    setBusy(false);
    if (failed === undefined) toast('头像已更新');
    else setFailure(`头像上传失败！${failed === uploadFailed ? '' : failed}`);
  };

  return (
    <div className={styles.avatar}>
      <Face name={displayName(user)} src={user.avatar_url || undefined} size="large" />
      <div>
        <Button icon="camera" busy={busy} onClick={() => picker.current?.click()}>
          {busy ? '正在上传' : '更换头像'}
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
          if (file) void take(file);
        }}
      />
    </div>
  );
}

/** Gives what went wrong, in the server's words where it has any. */
async function replace(file: File): Promise<string | undefined> {
  if (file.size > uploadKinds.image.maxBytes) return uploadKinds.image.tooLarge;
  const sent = await sendImage(file, { onProgress: () => undefined, signal: new AbortController().signal });
  if (!sent.ok) return sent.message;
  const reply = await send<typeof uploadAvatar>(uploadAvatar, { appCode: 'web', iconUrl: sent.url });
  if (!reply.ok) return reply.message;
  amendUser({ avatar_url: reply.data.avatar_url });
}
