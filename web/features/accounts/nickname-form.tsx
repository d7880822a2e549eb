import { nicknameField, updateNickname } from '../../../contract/accounts.ts';
import { amendUser, type UserInfo } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { TextControl } from '../../ui/form/text-control.tsx';
import { toast } from '../../ui/toast.tsx';
import { Failure } from './fields.tsx';
import styles from './profile.module.css';
import { useEntry, wrongWith } from './use-entry.ts';

/** Feature U-07. */
export function NicknameForm({ user }: { user: UserInfo }) {
  const { form, values, errors, failure, busy, set, look, submit } = useEntry({
    call: updateNickname,
    initial: { nickeName: user.nick_name },
    check: ({ nickeName }) => ({ nickeName: wrongWith(nicknameField, nickeName) }),
    input: ({ nickeName }) => ({ appCode: 'web', nickeName }),
    failed: '昵称修改失败，请稍后再试！',
    done: ({ nick_name }) => {
      amendUser({ nick_name });
      toast('昵称已更新');
    },
  });
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Frame id="nickeName" label="昵称" hint="2–20个字" required error={errors['nickeName']}>
        <div className={styles.line} onBlur={() => look('nickeName')}>
          <TextControl
            id="nickeName"
            value={values.nickeName}
            error={errors['nickeName']}
            max={20}
            required
            autoComplete="nickname"
            onChange={set('nickeName')}
          />
          <Button type="submit" tone="pine" size="strong" busy={busy}>
            保存
          </Button>
        </div>
      </Frame>
      <Failure text={failure} />
    </form>
  );
}
