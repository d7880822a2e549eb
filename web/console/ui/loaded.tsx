import type { ReactNode } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { errorKinds } from '../../../contract/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Failed, Skeleton } from '../../ui/states.tsx';
import type { Back } from './back-link.tsx';
import { PageHead } from './page-head.tsx';
import { useLoad } from './use-load.ts';

/** What a screen is called, and the list it belongs to, while the thing itself is not there to say it. */
export interface ScreenHead {
  title: string;
  back?: Back;
}

/** In place of a thing that there is not: trying again finds nothing, the list may. */
export function Missing({ head, text }: { head?: ScreenHead; text: string }) {
  return (
    <Empty
      icon="search"
      text={text}
      action={head?.back && <ButtonLink to={head.back.to}>返回{head.back.label}</ButtonLink>}
    />
  );
}

/** Where the address asks for what there cannot be: the same again finds no more, without its filters it does. */
export function Unfit({ text }: { text: string }) {
  return <Empty icon="search" text={text} action={<ButtonLink to={{ search: '' }}>清除筛选</ButtonLink>} />;
}

/**
 * One thing that is loaded: grey lines, the thing, or what happened with a way to try again. `load` must be stable. What is a whole
 * screen gives its `head`, which stands there until the thing brings its own.
 */
export function Loaded<Data>({
  load,
  every,
  head,
  children,
}: {
  load: (quiet: boolean) => Promise<Reply<Data>>;
  /** anew every so many seconds */
  every?: number;
  head?: ScreenHead;
  children: (data: Data, reload: () => void) => ReactNode;
}) {
  const { answer, failed, reload } = useLoad(load, every);
  // What was read stays to be read when a later time fails.
  if (answer) return children(answer.data, reload);
  return (
    <>
      {head && <PageHead title={head.title} {...(head.back && { back: head.back })} />}
      {failed?.code === errorKinds.not_found.code ? (
        <Missing head={head} text={failed.message} />
      ) : head?.back && failed?.code === errorKinds.invalid_input.code ? (
        // Nothing else was sent than what the address names.
        <Missing head={head} text="没有找到，地址可能有误" />
      ) : failed?.code === errorKinds.invalid_input.code ? (
        <Unfit text={failed.message} />
      ) : failed ? (
        <Failed text={failed.message} onRetry={reload} />
      ) : (
        <div role="status" aria-label="正在加载">
          <Skeleton lines={6} />
        </div>
      )}
    </>
  );
}
