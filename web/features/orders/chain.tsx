import { Link } from '../../ui/link.tsx';
import { Icon, tileIcon } from '../../ui/icon.tsx';
import styles from './chain.module.css';
import { StatusMark } from './status-mark.tsx';

/** One stage of a product line, as a reader sees it. */
export interface ChainStage {
  readonly key: string;
  readonly name: string;
  /** of the demand that stands there; '' for none */
  readonly demandNid: string;
  readonly status: number | null;
  /** '' where there is no demand */
  readonly statusName: string;
  readonly providerName: string;
  /** the order may be opened by the reader */
  readonly open: boolean;
  /** the publish form, where the chain rule lets a demand in */
  readonly publish?: string;
}

const completed = 7;

/** A strip begins where the line has got to, with the stage before it in view. */
function bringLatest(strip: HTMLOListElement | null): void {
  const latest = strip?.querySelector<HTMLLIElement>('[data-latest]');
  if (strip && latest) strip.scrollLeft = latest.offsetLeft - strip.offsetLeft - latest.offsetWidth;
}

/** A product line from design to logistics: what stands in each stage, and where the line goes on. */
export function Chain({
  stages,
  here,
  label,
  compact = false,
}: {
  stages: readonly ChainStage[];
  /** number of the demand that is looked at */
  here?: string;
  label: string;
  /** among many lines: a strip that scrolls sideways on phones */
  compact?: boolean;
}) {
  const latest = stages.findLastIndex(({ status }) => status !== null);
  const first = stages.findIndex(({ status }) => status !== null);
  return (
    <ol
      ref={compact ? bringLatest : undefined}
      className={[styles.chain, compact && styles.compact].filter(Boolean).join(' ')}
      aria-label={label}
      tabIndex={compact ? 0 : undefined}
      style={{ '--n': stages.length } as React.CSSProperties}
    >
      {stages.map((stage, index) => {
        const { key, name, demandNid, status, statusName, providerName, open, publish } = stage;
        const now = here !== undefined && demandNid === here;
        const phase = [now && styles.here, status === null && styles.none, status === completed && styles.done];
        return (
          <li
            key={key}
            data-latest={index === latest || undefined}
            className={phase.filter(Boolean).join(' ') || undefined}
            aria-current={now ? 'step' : undefined}
          >
            <span className={styles.icon} aria-hidden="true">
              <Icon name={tileIcon(key)} />
            </span>
            <div>
              <b>{name}</b>
              {status === null ? (
                <span className={styles.idle}>{publish ? '可以发布' : index < first ? '未经过' : '未开始'}</span>
              ) : (
                <StatusMark status={status} name={statusName} />
              )}
              {demandNid &&
                (open && !now ? (
                  <Link
                    to={`/personal/order/${demandNid}`}
                    className={styles.nid}
                    aria-label={`${name}订单 ${demandNid}`}
                  >
                    {demandNid}
                  </Link>
                ) : (
                  <span className={styles.nid}>{demandNid}</span>
                ))}
              {providerName && <span className={styles.who}>{providerName}</span>}
              {publish && (
                <Link to={publish} className={styles.publish}>
                  {status === null ? `发布${name}需求` : '重新发布'}
                </Link>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
