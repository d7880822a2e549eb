import { newPasswordField, oldPasswordField } from '../../../contract/accounts.ts';
import type { operatorPassword } from '../../../contract/operator/own-account.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Ask } from '../ui/ask.tsx';
import { AgainItem, PasswordItem } from '../ui/secret-items.tsx';

/** A new password for an operator who knows the old one. */
export function ChangePassword({ name, onDone, onClose }: { name: string; onDone: () => void; onClose: () => void }) {
  return (
    <Ask<{ oldPassword: string; password: string; again: string }, unknown>
      title="修改密码"
      question="修改后，您在其他设备上的登录全部失效，这台设备不受影响。"
      action="修改密码"
      send={({ oldPassword, password }) =>
        send(callAt<typeof operatorPassword>('/api/operator/password'), { oldPassword, password })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {/* For password managers, which file a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
      <PasswordItem name="oldPassword" field={oldPasswordField} autoFocus />
      <PasswordItem name="password" field={newPasswordField} label="新密码" hint="8–64位，含字母和数字" fresh />
      <AgainItem name="again" of="password" label="确认新密码" />
    </Ask>
  );
}
