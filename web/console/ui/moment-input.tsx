import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { fromLocal, toLocal } from '../../ui/form/moment-control.tsx';

/** A moment as the wire has it, entered and shown in Asia/Shanghai wherever the operator sits. */
export function MomentInput({
  id,
  value,
  onChange,
  placeholder = '',
}: {
  id?: string;
  /** seconds since 1970; '' for none */
  value?: string;
  onChange?: (value: string) => void;
  placeholder?: string;
}) {
  return (
    <DatePicker
      id={id}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder={placeholder}
      style={{ width: 240 }}
      value={value ? dayjs(toLocal(Number(value) * 1000)) : null}
      // Enter takes the moment that was typed; it does not send the form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
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
