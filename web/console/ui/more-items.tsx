import { DatePicker, Form } from 'antd';
import dayjs from 'dayjs';
import { pictureAt } from '../../../contract/pictures.ts';
import type { Field } from '../../../contract/fields.ts';
import { splitList } from '../../../contract/wire.ts';
import { sendImage } from '../../features/uploads.ts';
import { ImagesControl } from '../../ui/form/images-control.tsx';
import { fromLocal, toLocal } from '../../ui/form/moment-control.tsx';
import { FieldItem } from './field-item.tsx';

interface Controlled {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A moment as the wire has it, entered and shown in Asia/Shanghai wherever the operator sits. */
function Moment({ id, value, onChange }: Controlled) {
  return (
    <DatePicker
      id={id}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder=""
      style={{ width: 240 }}
      value={value ? dayjs(toLocal(Number(value) * 1000)) : null}
      onChange={(moment) =>
        onChange?.(
          moment
            ? String(fromLocal((Array.isArray(moment) ? moment[0] : moment).format('YYYY-MM-DDTHH:mm')) / 1000)
            : '',
        )
      }
    />
  );
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
        <Moment />
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
