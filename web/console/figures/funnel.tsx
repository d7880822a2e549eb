import { useCallback } from 'react';
import { funnelNames, type FunnelSteps, type operatorFunnel } from '../../../contract/operator/figures.ts';
import { stages } from '../../../contract/stages/index.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Link } from '../../ui/link.tsx';
import sheet from '../sheet.module.css';
import { type Filter, Filters } from '../ui/filters.tsx';
import { type ListQuery, useListQuery } from '../ui/list-query.ts';
import { Loaded } from '../ui/loaded.tsx';
import { SheetCard, SmallTable } from '../ui/sheet.tsx';

const steps = Object.entries(funnelNames) as [keyof FunnelSteps, string][];
const none: ListQuery = {};
const stageFilter: Filter = {
  kind: 'select',
  name: 'stage',
  label: '环节',
  options: stages.map(({ number, name }) => ({ value: String(number), label: name })),
};

/** What became of the demands of the last thirty days, by stage and region as the address has them. */
export function Funnel() {
  const { values, change, to } = useListQuery(none);
  const { stage = '', region = '' } = values;
  const load = useCallback(
    () => send(callAt<typeof operatorFunnel>('/api/operator/funnel'), { stage, region }),
    [stage, region],
  );
  return (
    <SheetCard title="近 30 天发布的需求走到哪一步" note={stage === '' ? '点环节看各地区' : undefined} wide>
      <Loaded load={load}>
        {({ total, rows, by, regions }) => (
          <>
            <Filters
              filters={[
                stageFilter,
                {
                  kind: 'select',
                  name: 'region',
                  label: '地区',
                  options: regions.map(({ code, name }) => ({ value: code, label: name })),
                },
              ]}
              values={values}
              onChange={change}
            />
            <SmallTable
              label="漏斗"
              rows={[{ key: 'total', name: '合计', ...total }, ...rows]}
              columns={[
                {
                  title: by === 'stage' ? '环节' : '地区',
                  width: 120,
                  fixed: 'left',
                  render: (_, { key, name }) => {
                    const number = stages.find((one) => one.key === key)?.number;
                    return by === 'stage' && number !== undefined ? (
                      <Link to={to({ stage: String(number) })} preventScrollReset>
                        {name}
                      </Link>
                    ) : (
                      name
                    );
                  },
                },
                ...steps.map(([key, name]) => ({
                  title: name,
                  key,
                  render: (_: unknown, row: FunnelSteps) => {
                    const share = row.published === 0 ? 0 : Math.round((row[key] / row.published) * 100);
                    return (
                      <>
                        {row[key]} {key !== 'published' && <span className={sheet.quiet}>{share}%</span>}
                        <span className={sheet.bar} style={{ width: `${share}%` }} />
                      </>
                    );
                  },
                })),
              ]}
              rowKey={({ key }) => key}
              empty="没有"
              minWidth={720}
            />
          </>
        )}
      </Loaded>
    </SheetCard>
  );
}
