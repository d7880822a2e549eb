import type { Certification, CertificationItem } from '../../../contract/certification.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './certification.module.css';
import { PaperFiles } from './paper-files.tsx';
import { usePrivateFiles } from '../use-private-files.ts';
import { allFiles, filesOf, wordsOf } from './values.ts';

/** What was handed in, to be read only. */
export function Papers({
  title,
  note,
  items,
  handed,
}: {
  title: string;
  note?: string;
  items: readonly CertificationItem[];
  handed: Certification;
}) {
  const files = usePrivateFiles(allFiles(items, handed));
  const shown = items.filter((item) => wordsOf(item, handed) !== '' || filesOf(item, handed).length > 0);
  return (
    <Card
      title={title}
      note={
        note && (
          <span className={styles.locked}>
            <Icon name="lock" size="small" />
            {note}
          </span>
        )
      }
    >
      <dl className={styles.papers}>
        {shown.map((item) => (
          <div key={item.key}>
            <dt>{item.label}</dt>
            <dd>
              {wordsOf(item, handed)}
              {filesOf(item, handed).length > 0 &&
                (files.retry ? (
                  <span className={styles.lost}>
                    文件没能加载出来
                    <Button size="small" icon="return" aria-label={`再试一次：${item.label}`} onClick={files.retry}>
                      再试一次
                    </Button>
                  </span>
                ) : !files.ready ? (
                  <Skeleton height="1rem" />
                ) : (
                  <PaperFiles
                    label={item.label}
                    files={filesOf(item, handed)
                      .map(files.of)
                      .filter((file) => file !== undefined)}
                  />
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
