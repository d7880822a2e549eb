import { lazy, Suspense, useId, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { codeFaults, type CodeFault, readCode } from '../../../contract/trace/code.ts';
import { Button } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/hydrated.ts';
import styles from './lookup.module.css';

const Scan = lazy(async () => ({ default: (await import('./scan.tsx')).Scan }));

/** The field for the code on a label. Works without scripts: the address that it leads to reads the code as well. */
export function Lookup({
  type,
  typed = '',
  fault,
  small = false,
}: {
  /** key of the category that the form's address stands under */
  type: string;
  typed?: string;
  /** what the address that was asked for says of its code */
  fault?: string;
  /** the page's heading is another's */
  small?: boolean;
}) {
  const id = useId();
  const hydrated = useHydrated();
  const [value, setValue] = useState(typed);
  const [own, setOwn] = useState<CodeFault>();
  const [scanning, setScanning] = useState(false);
  const busy = useNavigation().state !== 'idle';
  const said = own ? codeFaults[own] : fault;
  const Title = small ? 'p' : 'h1';
  return (
    <section className={styles.lookup} aria-label="查询溯源码">
      <div className="column">
        <Title className={styles.title}>这件家具，每一步是谁做的</Title>
        <p className={styles.hint}>输入贴在产品背面或外箱上的溯源码，记录由您的浏览器自己核对。</p>
        <Form
          method="get"
          action={`/smart/${type}/origin`}
          role="search"
          onSubmit={(event) => {
            const read = readCode(value);
            setOwn('fault' in read ? read.fault : undefined);
            if ('fault' in read) event.preventDefault();
          }}
        >
          <label className="sr" htmlFor={id}>
            溯源码
          </label>
          <input
            id={id}
            name="code"
            className={styles.input}
            value={value}
            placeholder="OT-0000-0000-0000"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            aria-invalid={said ? true : undefined}
            aria-describedby={said ? `${id}-fault` : undefined}
            onChange={({ target }) => {
              setValue(target.value);
              setOwn(undefined);
            }}
          />
          {hydrated && (
            <Button tone="line" size="strong" icon="scan" onClick={() => setScanning(true)}>
              扫码
            </Button>
          )}
          <Button tone="pine" size="strong" type="submit" busy={busy}>
            查询
          </Button>
        </Form>
        <p id={`${id}-fault`} className={styles.fault} role={own ? 'alert' : undefined}>
          {said}
        </p>
        {scanning && (
          <Suspense>
            <Scan onClose={() => setScanning(false)} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
