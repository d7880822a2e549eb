import { Form } from 'antd';
import { pictureAt } from '../../../contract/pictures.ts';
import type { Field } from '../../../contract/fields.ts';
import { splitList } from '../../../contract/wire.ts';
import { sendImage } from '../../features/uploads.ts';
import { ImagesControl } from '../../ui/form/images-control.tsx';
import { FieldItem } from './field-item.tsx';
import { MomentInput } from './moment-input.tsx';

interface Controlled {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** Addresses of pictures as the wire has them, comma-separated. */
function Pictures({
  id = '',
  value = '',
  onChange,
  max,
  error,
  onPending,
}: Controlled & { max: number; error?: string; onPending?: (count: number) => void }) {
  return (
    <ImagesControl
      id={id}
      value={splitList(value)}
      onChange={(urls) => onChange?.(urls.join(','))}
      error={error}
      max={max}
      upload={sendImage}
      onPending={(count) => onPending?.(count)}
      thumb={(url) => pictureAt(url, 320)}
      cover={max > 1}
    />
  );
}

/** Any field that a console's form asks for, with pictures and moments as well. */
export function AnyFieldItem({
  name,
  field,
  onPending,
}: {
  name: string;
  field: Field;
  /** how many pictures of it are on their way */
  onPending?: (count: number) => void;
}) {
  const { widget } = field;
  if (widget.kind === 'moment')
    return (
      <FieldItem name={name} field={field}>
        <MomentInput />
      </FieldItem>
    );
  if (widget.kind === 'images')
    return (
      <FieldItem name={name} field={field}>
        <PicturesItem max={widget.max} onPending={onPending} />
      </FieldItem>
    );
  return <FieldItem name={name} field={field} />;
}

function PicturesItem(props: Controlled & { max: number; onPending?: (count: number) => void }) {
  const { errors } = Form.Item.useStatus();
  return <Pictures {...props} error={errors.length > 0 ? String(errors[0]) : undefined} />;
}
