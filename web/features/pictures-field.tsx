import { pictureAt } from '../../contract/pictures.ts';
import { Frame } from '../ui/form/frame.tsx';
import { ImagesControl } from '../ui/form/images-control.tsx';
import type { Upload } from '../ui/form/uploads.ts';
import { sendImage } from './uploads.ts';

/** Pictures that go with what somebody writes: none needs them, and none of them is a cover. */
export function PicturesField({
  id,
  label,
  hint,
  value,
  onChange,
  error,
  max,
  onPending,
  upload = sendImage,
  thumb = (url) => pictureAt(url, 320),
}: {
  id: string;
  label: string;
  hint?: string | undefined;
  value: string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  max: number;
  /** how many are still on their way */
  onPending: (count: number) => void;
  /** of pictures that only some may see: how they are sent, and what shows them small */
  upload?: Upload;
  thumb?: (url: string) => string;
}) {
  return (
    <Frame id={id} label={label} required={false} hint={hint} error={error} group>
      <ImagesControl
        id={id}
        value={value}
        onChange={onChange}
        error={error}
        max={max}
        upload={upload}
        onPending={onPending}
        thumb={thumb}
        cover={false}
      />
    </Frame>
  );
}
