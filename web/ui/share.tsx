import { lazy, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast.tsx';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** The page's own address: filters, tabs and marks of where one came from are not handed on. */
const here = () => location.origin + location.pathname;

/**
 * Hands the page on: by the system's share sheet where there is one, else on a phone by copying its address, and with a
 * mouse by a small dialog. Nobody is told who shares what.
 */
export function ShareButton({
  title,
  text,
  tone = 'plain',
  label = '分享',
  className,
}: {
  title: string;
  /** a sentence beside the address, for places that show one */
  text?: string;
  tone?: 'plain' | 'ghost' | 'line';
  label?: string;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  const share = async () => {
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title, text, url: here() });
        return;
      } catch (error) {
        // Closing the sheet is an answer; a sheet that may not open is none.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    if (!matchMedia('(hover: hover)').matches && (await copied(here()))) toast('链接已复制，粘贴给对方就行');
    else setOpen(true);
  };
  return (
    <>
      <Button tone={tone} icon="share" className={className} onClick={() => void share()}>
        {label}
      </Button>
      {open && (
        <Suspense>
          <ShareDialog title={title} url={here()} copy={copied} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** False where the browser does not let a page write there: without HTTPS, say. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
