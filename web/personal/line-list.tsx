import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { findCategory } from '../../contract/categories.ts';
import type { CallOutput } from '../../contract/call.ts';
import { myDemandOrderList, orderPageSize } from '../../contract/orders.ts';
import type { LineStatuses } from '../../contract/process/chain.ts';
import { stages } from '../../contract/stages/index.ts';
import { orderStatusNames } from '../../contract/statuses.ts';
import { send } from '../client/transport.browser.ts';
import { Chain } from '../features/orders/chain.tsx';
import { opensAt } from '../features/orders/line-chain.tsx';
import { publishInLine } from '../features/orders/line-paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loading, Skeleton } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import styles from './order-list.module.css';

type Line = CallOutput<typeof myDemandOrderList>[number];

/** One's product lines, newest first: every stage with its status and number (specification §3 "My-demand order"). */
export function LineList() {
  const [query] = useSearchParams();
  const page = query.get('page') ?? '1';
  const load = useCallback(async () => {
    const reply = await send(myDemandOrderList, { page });
    return reply.ok
      ? { ...reply, data: { lines: reply.data, count: reply.count, page: reply.page, pages: reply.pages } }
      : reply;
  }, [page]);
  return (
    <LatePart
      load={load}
      skeleton={
        <Loading count={3}>
          <Skeleton height="2.4rem" />
        </Loading>
      }
    >
      {({ lines, count, ...position }) =>
        lines.length === 0 ? (
          <div className={styles.blank}>
            <Empty
              text="您还没有产品线，第一条需求会开出一条"
              action={
                <ButtonLink tone="line" to="/publish">
                  发布第一条需求
                </ButtonLink>
              }
            />
          </div>
        ) : (
          <>
            {lines.map((line) => (
              <LineOf key={line.productLineNid} line={line} />
            ))}
            <Pager {...position} count={count} pageSize={orderPageSize} />
          </>
        )
      }
    </LatePart>
  );
}

function LineOf({ line }: { line: Line }) {
  const { name, productLineNid, type } = line;
  const statuses = stages.map(({ statusField }) => (line[statusField] ?? null) as LineStatuses[number]);
  const at = opensAt(statuses);
  const category = findCategory(String(type));
  return (
    <Card
      title={name}
      note={productLineNid}
      aside={
        <>
          {category && <Tag tone={category.key}>{category.name}</Tag>}
          <ButtonLink tone="ghost" size="small" to={`/personal/line/${productLineNid}`} after="right">
            看这条线
          </ButtonLink>
        </>
      }
    >
      <Chain
        label={`产品线 ${name}`}
        compact
        stages={stages.map((stage, index) => {
          const status = statuses[index] ?? null;
          return {
            key: stage.key,
            name: stage.name,
            demandNid: String(line[stage.nidField] ?? ''),
            status,
            statusName: status === null ? '' : orderStatusNames[status],
            providerName: '',
            open: true,
            publish: index === at ? publishInLine(stage.key, { category: String(type), productLineNid }) : undefined,
          };
        })}
      />
    </Card>
  );
}
