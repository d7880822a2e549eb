import type { Stage, StageField } from '../../../contract/stages/stage.ts';
import { plainNumber, plainSum } from '../../../contract/typed-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { areaNames } from '../../ui/form/region-control.tsx';
import type { FormMeans } from '../../ui/form/field-control.tsx';
import type { FormValues } from '../../ui/form/draft.ts';
import { isEmpty } from '../../ui/form/form-values.ts';
import styles from './publish.module.css';

/** A value in words, as short as it can be said. */
function inWords({ widget }: StageField, value: string | readonly string[], means: FormMeans): string {
  switch (widget.kind) {
    case 'images':
      return `${value.length} 张`;
    case 'documents':
      return `${value.length} 份`;
    case 'choices':
      return (value as readonly string[]).join('、');
    case 'regions':
      return areaNames(means.areas, value as readonly string[]).join(' ');
    case 'moment':
      return String(value).replace('T', ' ');
    case 'money':
      return `¥${plainSum(String(value))}`;
    case 'number':
      return `${plainNumber(String(value))} ${widget.unit}`;
    case 'textarea':
      return `${[...String(value)].length} 字`;
    default:
      return String(value);
  }
}

/** What one has said so far, filling as one types. */
export function Summary({
  stage,
  category,
  values,
  means,
  entrustedTo,
}: {
  stage: Stage;
  category: string;
  values: FormValues;
  means: FormMeans;
  entrustedTo?: string;
}) {
  const pictures = stage.demand.find((field) => field.widget.kind === 'images');
  const cover = pictures && values[pictures.key]?.[0];
  return (
    <aside className={styles.summary} aria-label="需求预览">
      <h2>需求预览</h2>
      {cover && <img className={styles.cover} src={means.thumb(cover)} alt="" />}
      <dl>
        <div>
          <dt>环节</dt>
          <dd>
            {category}，{stage.name}
          </dd>
        </div>
        {stage.demand.map((field) => {
          const value = values[field.key];
          const filled = value !== undefined && !isEmpty(value);
          if (!filled && !field.required) return null;
          return (
            <div key={field.key}>
              <dt>{field.label}</dt>
              <dd className={filled ? undefined : styles.missing}>
                <span className="clip2">{filled ? inWords(field, value, means) : '还没填'}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <h3>{entrustedTo ? '委托之后' : '发布之后'}</h3>
      <ul>
        <li>
          <Icon name="lock" size="small" />
          {entrustedTo ? `不公开招标，只有您和${entrustedTo}看得到` : '标书密封，截止前只有您看得到报价'}
        </li>
        <li>
          <Icon name="shield" size="small" />按 30%、50%、20% 分三期付，钱先进托管
        </li>
        <li>
          <Icon name="clock" size="small" />
          {entrustedTo ? '对方 72 小时内答复，不答复就算没接，不收费' : '截止后 7 天内选定一家，过期自动关闭，不收费'}
        </li>
      </ul>
    </aside>
  );
}
