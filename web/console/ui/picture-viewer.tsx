import { Button, Tooltip } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import styles from './picture-viewer.module.css';

/** A picture that is evidence. */
export interface Shot {
  /** stays the same when the address is renewed */
  key: string;
  /** as large as there is */
  src: string;
  /** for the row of small ones */
  small: string;
  /** what it shows */
  alt: string;
}

interface View {
  zoom: number;
  /** degrees, clockwise */
  turn: number;
  x: number;
  y: number;
}

const plain: View = { zoom: 1, turn: 0, x: 0, y: 0 };
const step = 1.5;
const most = 8;
const pan = 80;

/** Which keys do what, for `ShortcutKeys`. */
export const viewerKeys: readonly (readonly [string, string])[] = [
  ['+', '放大'],
  ['-', '缩小'],
  [']', '右转'],
  ['F', '全屏'],
];

/**
 * Shows one picture as large as fits: zoom, turn, drag, and over the whole window. `+` `-` `0` `[` `]` and F work wherever
 * nobody types; the arrows, with the focus in it, go to the next picture, or across one that is enlarged.
 */
export function PictureViewer({
  shots,
  index,
  onIndex,
}: {
  shots: readonly Shot[];
  index: number;
  onIndex: (index: number) => void;
}) {
  const [full, setFull] = useState(false);
  const shot = shots[Math.min(index, shots.length - 1)];
  // Another picture is seen as it is.
  const [seen, setSeen] = useState({ of: shot?.key, view: plain });
  const view = seen.of === shot?.key ? seen.view : plain;
  const look = (next: Partial<View>) => setSeen({ of: shot?.key, view: { ...view, ...next } });
  const zoomTo = (zoom: number) => {
    const within = Math.min(most, Math.max(1, zoom));
    look(within === 1 ? { zoom: 1, x: 0, y: 0 } : { zoom: within });
  };
  const go = (by: 1 | -1) => {
    const next = index + by;
    if (next >= 0 && next < shots.length) onIndex(next);
  };
  const arrow = (x: -1 | 0 | 1, y: -1 | 0 | 1) => {
    if (view.zoom > 1) look({ x: view.x - x * pan, y: view.y - y * pan });
    else if (x !== 0) go(x);
  };
  const deeds: Readonly<Record<string, () => void>> = {
    '+': () => zoomTo(view.zoom * step),
    '=': () => zoomTo(view.zoom * step),
    '-': () => zoomTo(view.zoom / step),
    '0': () => look(plain),
    '[': () => look({ turn: view.turn - 90 }),
    ']': () => look({ turn: view.turn + 90 }),
    f: () => setFull((before) => !before),
  };
  useShortcuts(deeds);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, (() => void) | undefined> = {
      ArrowLeft: () => arrow(-1, 0),
      ArrowRight: () => arrow(1, 0),
      ArrowUp: view.zoom > 1 ? () => arrow(0, -1) : undefined,
      ArrowDown: view.zoom > 1 ? () => arrow(0, 1) : undefined,
    };
    // Over the whole window nothing else hears the letters.
    const act = arrows[event.key] ?? (full ? deeds[event.key.toLowerCase()] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  }

  if (!shot) return null;
  const tools = (
    <div className={styles.tools} role="toolbar" aria-label="看图">
      <Tool icon="plus" label="放大" keys="+" disabled={view.zoom >= most} onPress={() => zoomTo(view.zoom * step)} />
      <Tool label="缩小" keys="-" disabled={view.zoom <= 1} onPress={() => zoomTo(view.zoom / step)}>
        <span className={styles.minus} aria-hidden="true" />
      </Tool>
      <Tool icon="return" label="左转" keys="[" onPress={() => look({ turn: view.turn - 90 })} />
      <Tool icon="return" mirrored label="右转" keys="]" onPress={() => look({ turn: view.turn + 90 })} />
      <Tool icon="screen" label="还原" keys="0" onPress={() => look(plain)} />
      <span className={styles.which} aria-live="polite">
        {shot.alt}
        {shots.length > 1 && `（${index + 1}/${shots.length}）`}
      </span>
      {shots.length > 1 && (
        <>
          <Tool icon="left" label="上一张" keys="←" disabled={index === 0} onPress={() => go(-1)} />
          <Tool icon="right" label="下一张" keys="→" disabled={index === shots.length - 1} onPress={() => go(1)} />
        </>
      )}
      <Tool
        icon={full ? 'x' : 'expand'}
        label={full ? '退出全屏' : '全屏看'}
        keys="F"
        onPress={() => setFull((before) => !before)}
      />
    </div>
  );
  const stage = <Stage key={shot.key} shot={shot} view={view} look={look} zoomTo={zoomTo} />;
  return (
    <div className={styles.viewer} onKeyDown={press}>
      {full ? (
        <FullScreen onClose={() => setFull(false)}>
          {tools}
          {stage}
        </FullScreen>
      ) : (
        <>
          {tools}
          {stage}
        </>
      )}
    </div>
  );
}

function Tool({
  icon,
  mirrored,
  label,
  keys,
  disabled,
  onPress,
  children,
}: {
  icon?: IconName;
  mirrored?: boolean;
  label: string;
  keys: string;
  disabled?: boolean;
  onPress: () => void;
  children?: ReactNode;
}) {
  return (
    <Tooltip title={`${label}（${keys}）`} mouseEnterDelay={0.6}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        disabled={disabled}
        className={mirrored ? styles.mirrored : undefined}
        icon={icon ? <Icon name={icon} size="small" /> : children}
        onClick={onPress}
      />
    </Tooltip>
  );
}

function Stage({
  shot: { src, alt },
  view: { zoom, turn, x, y },
  look,
  zoomTo,
}: {
  shot: Shot;
  view: View;
  look: (next: Partial<View>) => void;
  zoomTo: (zoom: number) => void;
}) {
  const [state, setState] = useState<'coming' | 'here' | 'broken'>('coming');
  const held = useRef<{ x: number; y: number }>(null);
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    look({ x: event.clientX - held.current.x, y: event.clientY - held.current.y });
  };
  return (
    <div
      className={styles.stage}
      tabIndex={0}
      role="group"
      aria-label={`图片：${alt}`}
      aria-busy={state === 'coming'}
      data-sideways={turn % 180 === 0 ? undefined : true}
      data-enlarged={zoom > 1 || undefined}
      onDoubleClick={() => zoomTo(zoom > 1 ? 1 : step * step)}
      onPointerDown={(event) => {
        if (zoom <= 1) return;
        held.current = { x: event.clientX - x, y: event.clientY - y };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
    >
      {state === 'broken' ? (
        <p role="alert">图片没能加载，请刷新页面再试</p>
      ) : (
        <img
          src={src}
          alt={alt}
          draggable={false}
          onLoad={() => setState('here')}
          onError={() => setState('broken')}
          style={{ transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${zoom})` }}
        />
      )}
    </div>
  );
}

/** Over everything; Escape leaves, and the focus goes back to where it was. */
function FullScreen({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const node = dialog.current;
    node?.showModal();
    node?.querySelector<HTMLElement>('[role=group]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className={styles.full} aria-label="图片预览" onClose={onClose}>
      {children}
    </dialog>
  );
}
