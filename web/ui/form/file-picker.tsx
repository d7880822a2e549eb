import { useRef } from 'react';
import { Button } from '../button.tsx';

/** A button that asks for one file of this machine. */
export function FilePicker({
  label,
  accept,
  busy = false,
  disabled = false,
  tone = 'line',
  onPick,
}: {
  label: string;
  /** endings; without them any file */
  accept?: readonly string[];
  busy?: boolean;
  disabled?: boolean;
  tone?: 'line' | 'ghost' | 'plain';
  onPick: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone={tone} icon="upload" busy={busy} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept?.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}
