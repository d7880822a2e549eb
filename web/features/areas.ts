import { useEffect, useState } from 'react';
import { getAreaList } from '../../contract/reference.ts';
import { send } from '../client/transport.browser.ts';
import type { Areas } from '../ui/form/region-control.tsx';

/** Provinces and cities, fetched for forms that ask for a place; the rest never wait for it. */
export function useAreas(wanted: boolean): Areas | undefined {
  const [areas, setAreas] = useState<Areas>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void send(getAreaList, {}).then((reply) => {
      if (reply.ok && !left) setAreas(reply.data);
    });
    return () => {
      left = true;
    };
  }, [wanted]);
  return areas;
}
