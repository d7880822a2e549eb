import { useState } from 'react';
import { labelFilePath, labelSheets, type LabelSheet, mostLabels } from '../../../contract/trace/label-sheets.ts';
import { plainNumber } from '../../../contract/typed-number.ts';
import type { TraceLabels } from '../../../contract/trace/labels.ts';
import { downloadFile } from '../../client/download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RadioControl } from '../../ui/form/choice-control.tsx';
import { Frame } from '../../ui/form/frame.tsx';
import { StepperControl } from '../../ui/form/stepper-control.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './labels.module.css';

const options = Object.entries(labelSheets).map(([value, { name, about }]) => ({
  value,
  label: `${name}（${about}）`,
}));
const placesOf = (sheet: LabelSheet) => labelSheets[sheet].columns * labelSheets[sheet].rows;

/** Says what is wrong with a number that was typed; undefined for nothing. */
function faultOf(typed: string, most: number, what: string): string | undefined {
  const plain = plainNumber(typed);
  const number = /^\d{1,6}$/.test(plain) ? Number(plain) : NaN;
  return number >= 1 && number <= most ? undefined : `${what}须为 1 到 ${most} 的整数`;
}

/** Prints the labels of a finished line, on sheets that may be begun already, or one by one. */
export function LabelForm({ labels, onPrinted }: { labels: TraceLabels; onPrinted: () => void }) {
  const { productLineNid, name, code, address, reason } = labels;
  const [sheet, setSheet] = useState<LabelSheet>('sheet24');
  const [count, setCount] = useState(String(placesOf('sheet24')));
  const [from, setFrom] = useState('1');
  const [named, setNamed] = useState(true);
  const [told, setTold] = useState(false);
  const [busy, once] = useSending();
  const places = placesOf(sheet);
  const countFault = faultOf(count, mostLabels, '数量');
  const fromFault = faultOf(from, places, '起始位置');

  function choose(next: string) {
    setSheet(next as LabelSheet);
    setCount(String(placesOf(next as LabelSheet)));
    setFrom('1');
  }

  async function print() {
    setTold(true);
    if (countFault || fromFault) return;
    const query = new URLSearchParams({ productLineNid, sheet, count, from, named: named ? '1' : '0' });
    const fault = await once(async () => ({ words: await downloadFile(`${labelFilePath}?${query}`, '溯源标签.pdf') }));
    if (!fault) return;
    if (fault.words !== undefined) return toast(fault.words, 'failure');
    toast('标签已下载，打印时请选“实际大小”');
    onPrinted();
  }

  return (
    <Card title="打印标签" note={`${name} ${productLineNid}`}>
      <div className={styles.print}>
        <figure className={styles.preview}>
          <div className={styles.label}>
            {code === '' ? (
              <span className={styles.none}>
                <Icon name="scan" />
              </span>
            ) : (
              <QrCode text={address} label={`溯源码 ${code} 的二维码`} />
            )}
            <div>
              {named && <b>{name}</b>}
              <code>{code === '' ? '第一次打印时生成' : code}</code>
              <small>扫码查看这件家具的来历</small>
            </div>
          </div>
          <figcaption>
            同一条产品线的标签是同一个溯源码，拿到标签的人都能看到这条产品线每一步的记录；谁的名字公开，由各人自己决定。
          </figcaption>
        </figure>
        {reason !== '' ? (
          <p className={styles.reason}>
            <Icon name="info" size="small" />
            {reason}。
          </p>
        ) : (
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void print();
            }}
          >
            <Frame id="sheet" label="标签纸" required={false} group>
              <RadioControl id="sheet" value={sheet} onChange={choose} options={options} />
            </Frame>
            <div className={styles.numbers}>
              <Frame id="count" label="数量" required={false} error={told ? countFault : undefined}>
                <StepperControl
                  id="count"
                  label="数量"
                  unit="枚"
                  most={mostLabels}
                  value={count}
                  onChange={setCount}
                  error={told ? countFault : undefined}
                />
              </Frame>
              {places > 1 && (
                <Frame
                  id="from"
                  label="从第几枚开始"
                  hint="用过的标签纸，从左上往右数"
                  required={false}
                  error={told ? fromFault : undefined}
                >
                  <StepperControl
                    id="from"
                    label="从第几枚开始"
                    unit="枚"
                    most={places}
                    value={from}
                    onChange={setFrom}
                    error={told ? fromFault : undefined}
                  />
                </Frame>
              )}
            </div>
            <label className={styles.named}>
              <input type="checkbox" checked={named} onChange={({ target }) => setNamed(target.checked)} />
              印上产品名称
            </label>
            <Button type="submit" tone="pine" icon="download" busy={busy}>
              下载标签 PDF
            </Button>
          </form>
        )}
      </div>
    </Card>
  );
}
