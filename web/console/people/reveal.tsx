import { Button, Space } from 'antd';
import { useState } from 'react';
import {
  revealable,
  type Revealable,
  revealReasonField,
  type revealPerson,
} from '../../../contract/operator/people.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Ask } from '../ui/ask.tsx';
import { FieldItem } from '../ui/field-item.tsx';

/** A covered value, shown in full once it was said what for. It is gone again with the page. */
export function Reveal({
  id,
  field,
  cardId,
  covered,
  may,
}: {
  id: string;
  field: Revealable;
  cardId?: string;
  covered: string;
  may: boolean;
}) {
  const [shown, setShown] = useState<string>();
  const [asking, setAsking] = useState(false);
  const name = revealable[field];
  return (
    <Space size={8} wrap>
      <span>{shown ?? covered}</span>
      {may && shown === undefined && (
        <Button size="small" type="link" aria-label={`查看完整${name}`} onClick={() => setAsking(true)}>
          查看
        </Button>
      )}
      {asking && (
        <Ask<{ reason: string }, { value: string }>
          title={`查看${name}`}
          question="谁在什么时候为什么看了，会记入审计，管理员和审计可以查到。"
          action={`查看${name}`}
          send={({ reason }) =>
            send(callAt<typeof revealPerson>('/api/operator/personReveal'), { id, field, cardId, reason })
          }
          onDone={({ value }) => {
            setShown(value || '没有填写');
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <FieldItem name="reason" field={revealReasonField} autoFocus />
        </Ask>
      )}
    </Space>
  );
}
