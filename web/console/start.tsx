import { Navigate, useNavigation } from 'react-router';
import { page } from '../portal/route-record.ts';
import { Empty } from '../ui/states.tsx';
import { useDesk } from './layout.tsx';

export const handle = page({ name: 'console', title: '运营后台', ground: 'mist', bare: true, unlisted: true });

/** The figures; for who may not see them the first part that has something to do. */
export default function Start() {
  const { parts } = useDesk().desk;
  const { state } = useNavigation();
  // Whoever has pressed something in the menu before this was there goes where they want.
  if (state !== 'idle') return null;
  const first =
    parts.find(({ key }) => key === 'figures') ?? parts.find(({ waiting }) => (waiting ?? 0) > 0) ?? parts[0];
  return first ? (
    <Navigate to={`/console/${first.key}`} replace />
  ) : (
    <Empty icon="lock" text="您的角色还没有可用的功能" />
  );
}
