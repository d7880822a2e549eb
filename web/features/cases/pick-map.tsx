import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/states.tsx';
import type { PointMapProps } from '../../ui/form/location-control.tsx';
import { toGcj02 } from './gcj.ts';
import type { MapGround } from './map-ground.ts';
import styles from './map.module.css';
import type { PickEngine } from './pick-engine.ts';

/** A map on which one point is chosen. What it chooses can be typed as coordinates as well. */
export function PickMap({ point, onPick, ground }: PointMapProps & { ground: MapGround }) {
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<PickEngine>(undefined);
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting');
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ onPick, ground });
  useEffect(() => {
    latest.current = { onPick, ground };
  });
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let over = false;
    const start = async () => {
      try {
        const { startPicking } = await import('./pick-engine.ts');
        if (over) return;
        engine.current = startPicking(box, latest.current.ground, (picked) => latest.current.onPick(picked));
        setState('here');
      } catch {
        if (!over) setState('failed');
      }
    };
    void start();
    return () => {
      over = true;
      engine.current?.destroy();
      engine.current = undefined;
      setState('waiting');
    };
  }, [attempt]);

  const { lat, lng } = point ? toGcj02(point, point.datum) : { lat: undefined, lng: undefined };
  useEffect(() => {
    if (state === 'here')
      engine.current?.show(lat === undefined || Math.abs(lat) > 85 || Math.abs(lng) > 180 ? undefined : { lat, lng });
  }, [state, lat, lng]);

  return (
    <div className={styles.frame}>
      <div
        ref={element}
        className={styles.map}
        role="group"
        aria-label="在地图上选位置：方向键移动，回车选中间的点，也可以在下面填坐标"
      />
      {state === 'waiting' && <div className={styles.waiting} role="status" aria-label="正在加载地图" />}
      {state === 'failed' && (
        <div className={styles.waiting}>
          <Failed text="地图没能加载出来，可以直接填坐标" onRetry={() => setAttempt((count) => count + 1)} />
        </div>
      )}
      {state === 'here' && (
        <>
          <p className={styles.hint}>
            {!ground.tiles && '位置示意图，没有底图，坐标更准'}
            {ground.tiles && <span className={styles.touch}>双指移动和缩放</span>}
          </p>
          <div className={styles.centre}>
            <Button
              size="small"
              icon="pin"
              onClick={() => {
                const middle = engine.current?.middle();
                if (middle) onPick(middle);
              }}
            >
              选地图中间
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
