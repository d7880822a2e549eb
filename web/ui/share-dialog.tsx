import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './share.module.css';
import { toast } from './toast.tsx';

/** Where no share sheet is: the address to take along, whole or with the title, or by mail. */
export function ShareDialog({
  title,
  url,
  copy,
  onClose,
}: {
  title: string;
  url: string;
  copy: (text: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const take = async (text: string) => {
    if (await copy(text)) {
      toast('已复制，粘贴给对方就行');
      onClose();
      return;
    }
    setRefused(true);
    field.current?.select();
  };
  return (
    <Dialog open title="分享这个页面" onClose={onClose}>
      <label className={styles.field}>
        <span>页面链接</span>
        <input ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      </label>
      {refused && (
        <p className={styles.refused} role="alert">
          浏览器没有让我们复制，链接已选中，请按 Ctrl+C（手机长按）复制。
        </p>
      )}
      <div className={styles.ways}>
        <Button tone="pine" icon="link" onClick={() => void take(url)}>
          复制链接
        </Button>
        <Button onClick={() => void take(`${title} ${url}`)}>复制标题和链接</Button>
        <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`}>
          用邮件发送
        </a>
      </div>
    </Dialog>
  );
}
