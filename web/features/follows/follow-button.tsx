import { useState } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Wanted } from './follow.ts';

/** Follows new demands like those of the list that it stands under. What it does is loaded when it is pressed. */
export function FollowButton(wanted: Wanted) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  if (state === 'done')
    return (
      <ButtonLink tone="ghost" icon="check" to="/personal/follows">
        已关注，去管理
      </ButtonLink>
    );
  const press = async () => {
    setState('busy');
    const { follow } = await import('./follow.ts');
    const fault = await follow(wanted);
    if (fault) toast(fault, 'failure');
    setState(fault === '' ? 'done' : 'idle');
  };
  return (
    <Button tone="line" icon="bell" busy={state === 'busy'} onClick={() => void press().catch(() => setState('idle'))}>
      关注这类需求
    </Button>
  );
}
