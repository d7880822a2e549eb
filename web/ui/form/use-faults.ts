import { type RefObject, useEffect, useState } from 'react';
import { bringField } from './bring.ts';
import { unfinished } from './uploads.ts';

/** A part of a form that faults are told of. */
interface Part {
  readonly key: string;
  readonly label: string;
  /** `data-field` of its frame; its key unless said */
  readonly place?: string;
}

/** Messages by the part's key. */
type Found = Readonly<Record<string, string | undefined>>;

export interface Faults {
  readonly errors: Readonly<Record<string, string>>;
  /** Shows these and no others, and brings the first of them to the person; whether there are none that a part can tell. */
  readonly show: (found: Found) => boolean;
  readonly bring: (key: string | undefined) => void;
  readonly clear: () => void;
  /**
   * After a change: once said, a fault is taken back as soon as it is mended, and says what is wrong now while it is not; where
   * none was said, one waits for the next try.
   */
  readonly recheck: (key: string, faultOf: () => string | undefined) => void;
  /** Uploads that are not done, as faults: whoever leaves the page now loses them, draft or not. */
  readonly underWay: () => Record<string, string>;
  readonly onPending: (key: string) => (count: number) => void;
}

/** What is wrong with the parts of a form, in their order, and what of them is still on its way. */
export function useFaults(form: RefObject<Element | null>, parts: readonly Part[]): Faults {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** files on their way or failed, by part */
  const [pending, setPending] = useState<Readonly<Record<string, number>>>({});
  // After it is shown. An object, so that the same part can be brought twice.
  const [brought, setBrought] = useState<{ place: string | undefined }>();
  useEffect(() => {
    if (brought?.place) bringField(form.current, brought.place);
  }, [brought, form]);

  const bring = (key: string | undefined) => {
    const part = parts.find((one) => one.key === key);
    setBrought({ place: part && (part.place ?? part.key) });
  };
  return {
    errors,
    bring,
    show: (found) => {
      const said = parts.flatMap(({ key }): [string, string][] =>
        found[key] === undefined ? [] : [[key, found[key]]],
      );
      setErrors(Object.fromEntries(said));
      bring(said[0]?.[0]);
      return said.length === 0;
    },
    clear: () => setErrors({}),
    recheck: (key, faultOf) => {
      if (!(key in errors)) return;
      const fault = faultOf();
      setErrors(({ [key]: _, ...rest }) => (fault === undefined ? rest : { ...rest, [key]: fault }));
    },
    underWay: () =>
      Object.fromEntries(parts.filter(({ key }) => pending[key]).map(({ key, label }) => [key, unfinished(label)])),
    onPending: (key) => (count) => setPending((before) => ({ ...before, [key]: count })),
  };
}
