import { Drawer } from 'antd';
import { type ReactNode, useCallback } from 'react';
import type { Reply } from '../../../contract/call.ts';
import { Loaded } from './loaded.tsx';

/**
 * One thing of a list, beside the list. It is open while the address's `open` names it (`useOpened`): it can be sent to a
 * colleague, and going back closes it. `load` must be stable.
 */
export function DetailDrawer<Data>({
  id,
  title,
  width = 640,
  load,
  onClose,
  children,
}: {
  /** null: closed */
  id: string | null;
  title: string;
  /** pixels; narrower on narrow screens */
  width?: number;
  load: (id: string) => Promise<Reply<Data>>;
  onClose: () => void;
  children: (data: Data, reload: () => void) => ReactNode;
}) {
  return (
    <Drawer
      open={id !== null}
      title={title}
      size={`min(${width}px, 100vw)`}
      onClose={onClose}
      destroyOnHidden
      closable={{ 'aria-label': '关闭', placement: 'end' }}
      styles={{ body: { padding: 16 } }}
    >
      {id !== null && (
        <Content key={id} id={id} load={load}>
          {children}
        </Content>
      )}
    </Drawer>
  );
}

function Content<Data>({
  id,
  load,
  children,
}: {
  id: string;
  load: (id: string) => Promise<Reply<Data>>;
  children: (data: Data, reload: () => void) => ReactNode;
}) {
  const loadIt = useCallback(() => load(id), [load, id]);
  return <Loaded load={loadIt}>{children}</Loaded>;
}
