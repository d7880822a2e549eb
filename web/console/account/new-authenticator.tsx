import { useState } from 'react';
import type { CallOutput } from '../../../contract/call.ts';
import {
  type beginTotp,
  type confirmTotp,
  newCodeField,
  ownPasswordField,
  presentCodeField,
} from '../../../contract/operator/own-account.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Enrol } from '../enrol.tsx';
import { Ask } from '../ui/ask.tsx';
import { CodeItem, PasswordItem } from '../ui/secret-items.tsx';

type Begun = CallOutput<typeof beginTotp>;

/** Password and present code, then the new secret, then its own code: until that is taken the present one counts. */
export function NewAuthenticator({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>();
  return (
    <Ask<{ password: string; code: string; newCode: string }, Begun | undefined>
      title="更换验证器"
      question={
        begun
          ? '启用后，原来的验证器随即失效，您在其他设备上的登录也全部失效。'
          : '先确认是您本人。下一步显示新的二维码，完成之前，现在的验证器一直有效。'
      }
      action={begun ? '启用新的验证器' : '下一步'}
      send={async ({ password, code, newCode }) => {
        if (!begun) return send(callAt<typeof beginTotp>('/api/operator/totpBegin'), { password, code });
        const { ticket } = begun;
        const reply = await send(callAt<typeof confirmTotp>('/api/operator/totpConfirm'), { ticket, newCode });
        return reply.ok ? { ...reply, data: undefined } : reply;
      }}
      onDone={(next) => (next ? setBegun(next) : onDone())}
      onClose={onClose}
    >
      {begun ? (
        <>
          <Enrol {...begun} lead="用手机上的验证器扫描左边的二维码，再输入新条目显示的 6 位数字。" />
          <CodeItem name="newCode" field={newCodeField} autoFocus />
        </>
      ) : (
        <>
          <PasswordItem name="password" field={ownPasswordField} autoFocus />
          <CodeItem name="code" field={presentCodeField} />
        </>
      )}
    </Ask>
  );
}
