import { useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';
import type { FollowOnOrder } from '../../../contract/follow-on.ts';
import type { StageField } from '../../../contract/stages/stage.ts';
import { textOf } from '../../ui/form/draft.ts';
import type { DraftState } from '../../ui/form/use-draft.ts';
import { emptyValue, isEmpty } from '../../ui/form/form-values.ts';

type Value = string | readonly string[];

/** What an order hands to the form, by the field's inner key. */
export interface TakenOver {
  readonly order: FollowOnOrder;
  /** of what the line delivers; goes with the demand, so that it is not written for something else */
  readonly inputHash: string;
  readonly values: Readonly<Record<string, { readonly value: Value; readonly from: string }>>;
}

/** Where a form learns of orders that it may go on from. Both must be stable. */
export interface FollowOnSource {
  readonly list: () => Promise<Reply<readonly FollowOnOrder[]>>;
  readonly take: (lineNid: string) => Promise<Reply<TakenOver>>;
}

/** Said of one field: its value came from the order, or the order has another one. */
export interface Mark {
  readonly from: string;
  /** how many of a list came with the order; undefined when all did */
  readonly part?: number;
  /** what the order says where the form says something else; then `act` takes that, else it takes the value away */
  readonly instead?: Value;
  readonly act: () => void;
}

export interface FollowOnState {
  readonly orders: readonly FollowOnOrder[] | 'waiting' | 'failed';
  readonly retry: () => void;
  /** number of the line that is chosen; '' for none */
  readonly chosen: string;
  readonly order: FollowOnOrder | undefined;
  /** '' while it is not known, or where there is none */
  readonly inputHash: string;
  /** why the chosen one cannot be gone on from */
  readonly refusal: string | undefined;
  /** after a refusal: where the line can still be joined, only what it delivers has changed, and is taken over anew */
  readonly renew: (reason: string) => void;
  readonly choose: (lineNid: string) => void;
  readonly markOf: (field: StageField) => Mark | undefined;
}

/** Where the draft keeps the chosen line: no field of a stage is called so. */
export const lineKey = '@line';

const same = (a: Value | undefined, b: Value) => JSON.stringify(a) === JSON.stringify(b);
const files = ({ widget }: StageField) => widget.kind === 'images' || widget.kind === 'documents';

/** The fields as they are without what `taken` had put there. */
function without(fields: readonly StageField[], values: DraftState['values'], taken: TakenOver | undefined) {
  const left: Record<string, Value> = {};
  for (const field of fields) {
    const handed = taken?.values[field.key]?.value;
    const value = values[field.key];
    if (handed === undefined || value === undefined) continue;
    if (files(field)) left[field.key] = (value as readonly string[]).filter((one) => !handed.includes(one));
    else if (same(value, handed)) left[field.key] = emptyValue(field);
  }
  return left;
}

/** The fields with what an order hands over. What was typed stays; such fields are named in `kept`. Pure, for tests. */
export function merge(fields: readonly StageField[], values: DraftState['values'], taken: TakenOver) {
  const filled: Record<string, Value> = {};
  const kept: string[] = [];
  for (const field of fields) {
    const handed = taken.values[field.key]?.value;
    if (handed === undefined) continue;
    const value = values[field.key];
    if (isEmpty(value)) filled[field.key] = handed;
    else if (files(field)) {
      const max = 'max' in field.widget ? field.widget.max : Infinity;
      filled[field.key] = [...new Set([...(value as readonly string[]), ...handed])].slice(0, max);
    } else if (!same(value, handed)) kept.push(field.key);
  }
  return { filled, kept };
}

/** 我的订单 of the publish form: which order the demand goes on from, and what of the form came from it. */
export function useFollowOn(
  source: FollowOnSource | undefined,
  fields: readonly StageField[],
  draft: DraftState,
): FollowOnState {
  const [orders, setOrders] = useState<FollowOnState['orders']>('waiting');
  const [attempt, setAttempt] = useState(0);
  const [taken, setTaken] = useState<TakenOver>();
  const [kept, setKept] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const put = (values: Record<string, Value>) => {
    for (const [key, value] of Object.entries(values)) draft.change(key, value);
  };
  /** What the chosen order hands over; filled in, unless the form is one that was left like this. */
  const receive = (reply: Reply<TakenOver>, fill: boolean) => {
    if (!reply.ok) return setRefusal(reply.message);
    setTaken(reply.data);
    if (!fill) return;
    const { filled, kept: standing } = merge(fields, draft.values, reply.data);
    put(filled);
    setKept(standing);
  };
  const latest = useRef(receive);
  const turn = useRef(0);
  useEffect(() => {
    latest.current = receive;
  });

  useEffect(() => {
    if (!source) return;
    let left = false;
    void source.list().then((reply) => !left && setOrders(reply.ok ? reply.data : 'failed'));
    return () => {
      left = true;
    };
  }, [source, attempt]);

  const chosen = textOf(draft.values[lineKey]);
  // A form that begins with an order is filled in from it; one that was found on the device is only marked.
  const [begun] = useState({ chosen, fill: !draft.restored });
  useEffect(() => {
    if (begun.chosen === '') return;
    const mine = turn.current;
    void source?.take(begun.chosen).then((reply) => mine === turn.current && latest.current(reply, begun.fill));
  }, [begun, source]);

  return {
    orders,
    retry: () => {
      setOrders('waiting');
      setAttempt((count) => count + 1);
    },
    chosen,
    order: taken?.order,
    inputHash: taken?.inputHash ?? '',
    refusal,
    renew: (reason) => {
      const mine = turn.current;
      void source?.take(chosen).then((reply) => {
        if (mine !== turn.current) return;
        if (reply.ok) latest.current(reply, true);
        else setRefusal(reason);
      });
    },
    choose: (nid) => {
      put(without(fields, draft.values, taken));
      draft.change(lineKey, nid);
      setTaken(undefined);
      setKept([]);
      setRefusal(undefined);
      turn.current += 1;
      const mine = turn.current;
      if (nid !== '') void source?.take(nid).then((reply) => mine === turn.current && latest.current(reply, true));
    },
    markOf: (field) => {
      const handed = taken?.values[field.key];
      if (!handed) return undefined;
      const { value, from } = handed;
      const current = draft.values[field.key];
      if (files(field)) {
        const own = (current as readonly string[]).filter((one) => !value.includes(one));
        const part = (current?.length ?? 0) - own.length;
        if (part === 0) return undefined;
        return { from, part: own.length > 0 ? part : undefined, act: () => draft.change(field.key, own) };
      }
      if (same(current, value)) return { from, act: () => draft.change(field.key, emptyValue(field)) };
      if (!kept.includes(field.key)) return undefined;
      return { from, instead: value, act: () => draft.change(field.key, value) };
    },
  };
}
