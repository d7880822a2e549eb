import { epcisPath } from '../../../contract/trace/label-sheets.ts';
import { downloadFile } from '../../client/download.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './labels.module.css';

/** Gives the owner the line's events in the form in which other firms' systems read them. */
export function EpcisCard({ code }: { code: string }) {
  const [busy, once] = useSending();
  async function take() {
    const query = new URLSearchParams({ code });
    const done = await once(async () => ({ fault: await downloadFile(`${epcisPath}?${query}`, '溯源.jsonld') }));
    if (done?.fault !== undefined) toast(done.fault, 'failure');
  }
  return (
    <Card title="交给别的系统" note="EPCIS 2.0（JSON-LD）">
      <p className={styles.quiet}>
        供应链和零售系统能读的事件文件：每一步一个事件，附日志里的位置和校验值。成交价不在里面，署名以各人的公开设置为准。
      </p>
      <Button className={styles.take} icon="download" busy={busy} onClick={() => void take()}>
        下载 EPCIS 文件
      </Button>
    </Card>
  );
}
