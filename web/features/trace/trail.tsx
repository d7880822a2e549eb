import type { StoryStage } from '../../../contract/trace/story.ts';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Certified } from '../../ui/tag.tsx';
import { momentText } from '../../ui/time.ts';
import styles from './trail.module.css';

/** What the reader's own verification found of each record, by its number; undefined while it has not. */
export interface Checked {
  /** fingerprints in hexadecimal */
  leaves: readonly string[];
  /** records that something is wrong with */
  bad: ReadonlySet<number>;
}

/** A vertical line of what was done, the newest first. */
export function Trail({ stages, checked }: { stages: readonly StoryStage[]; checked: Checked | undefined }) {
  return (
    <ol className={styles.trail}>
      {stages.map((stage) => (
        <li key={stage.demand}>
          <span className={styles.box}>
            <Icon name={tileIcon(stage.stage)} />
          </span>
          <h3>
            {stage.name}
            <time dateTime={new Date(stage.time * 1000).toISOString()}>{momentText(stage.time)}</time>
          </h3>
          <Maker stage={stage} />
          <p>{stage.words || summary(stage)}</p>
          {stage.pictures.length > 0 && (
            <ul className={styles.shots} aria-label={`${stage.name}的照片`}>
              {stage.pictures.map(({ url, fingerprint }, index) => (
                <li key={fingerprint}>
                  <a href={url} target="_blank" rel="noreferrer" aria-label={`看大图：${stage.name}照片 ${index + 1}`}>
                    <Picture src={url} alt="" sizes="(max-width: 767px) 30vw, 160px" widest={220} />
                  </a>
                </li>
              ))}
            </ul>
          )}
          <Records stage={stage} checked={checked} />
        </li>
      ))}
    </ol>
  );
}

function Maker({ stage: { maker, shopId, certified } }: { stage: StoryStage }) {
  if (maker === '') return <p className={styles.unnamed}>承接方没有公开名字</p>;
  return (
    <p className={styles.who}>
      {shopId ? <Link to={`/shop/${shopId}`}>{maker}</Link> : maker}
      {certified && <Certified />}
    </p>
  );
}

/** Where nobody agreed to show what was said: what the records tell by themselves. */
function summary({ records }: StoryStage): string {
  const reports = records.filter(({ percent }) => percent !== undefined).length;
  const last = records.at(-1);
  return `${records.length} 条记录${reports > 0 ? `，${reports} 次进度汇报` : ''}，最后一步：${last?.by ?? ''}${last?.deed ?? ''}。`;
}

const short = (hex: string) => `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`;

/** The stage's records, folded: who wants to see each finds its time, its number in the public log and its fingerprint. */
function Records({ stage, checked }: { stage: StoryStage; checked: Checked | undefined }) {
  const bad = stage.records.filter(({ at }) => checked?.bad.has(at));
  const last = stage.records.at(-1);
  const leaf = checked?.leaves[last?.at ?? -1];
  return (
    <details className={styles.records}>
      <summary>
        {checked === undefined ? (
          <span>{stage.records.length} 条记录</span>
        ) : bad.length > 0 ? (
          <span className={styles.bad}>
            <Icon name="warn" size="small" />
            {bad.length} 条指纹不一致
          </span>
        ) : (
          <span className={styles.good}>
            <Icon name="checkc" size="small" />
            {stage.records.length} 条指纹一致
          </span>
        )}
        {leaf && <code>{short(leaf)}</code>}
        <Icon name="down" size="small" className={styles.turn} />
      </summary>
      <ol>
        {stage.records.map(({ at, time, deed, by, percent, number }) => (
          <li key={at} data-bad={checked?.bad.has(at) || undefined}>
            <b>
              {deed}
              {percent !== undefined && ` ${percent}%`}
            </b>
            <span>
              {by}，{momentText(time)}
            </span>
            <span>
              公开日志第 {number.toLocaleString('zh-CN')} 条{checked && <code>{short(checked.leaves[at] ?? '')}</code>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
