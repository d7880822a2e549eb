import { ButtonLink } from '../../ui/button.tsx';
import { momentText } from '../../ui/time.ts';
import { publishInLine } from './line-paths.ts';
import { closingText } from './next-step-words.ts';
import styles from './product-line.module.css';
import { type ProductLine, wanted } from './product-line.ts';
import { awaitsChoice } from './wire.ts';

/** The one thing to do next on a line, for its owner. */
export function LineNext({ line }: { line: ProductLine }) {
  const { type, productLineNid } = line;
  const stage = wanted(line);
  if (!stage) {
    const last = line.stages.findLast(({ order }) => order !== null);
    const whole = line.stages.at(-1)?.order?.orderStatus === 7;
    return (
      <Next
        what={
          whole
            ? '七个环节都已完成'
            : last
              ? `${last.name}环节${last.order?.demandStatusName ?? ''}，这条产品线没有要做的事`
              : '还没有需求'
        }
      />
    );
  }
  const { name, order, needs, retention } = stage;
  if (!order || stage.stage === line.opens) {
    const given = needs.filter((need) => need.given);
    const asked = needs.filter((need) => !need.given);
    return (
      <Next
        what={order ? `重新发布${name}需求` : `可以发布${name}需求了`}
        about={[
          given.length > 0 && `${given.map(({ label }) => label).join('、')}会从前面的环节带入`,
          asked.length > 0 && `还要填写：${asked.map(({ label }) => label).join('、')}`,
        ]}
      >
        <ButtonLink
          tone="wood"
          size="strong"
          to={publishInLine(stage.stage, { category: type, productLineNid })}
          after="right"
        >
          {order ? '重新发布' : `发布${name}需求`}
        </ButtonLink>
      </Next>
    );
  }
  const to = `/personal/order/${order.demandNid}`;
  if (order.inputState === 'changed')
    return (
      <Next what={`${name}需求的输入已变`} about={['前面环节更新了交付，请查看后确认新的输入，或者取消这份需求']}>
        <ButtonLink tone="pine" size="strong" to={`${to}#input`}>
          查看并确认
        </ButtonLink>
      </Next>
    );
  if (retention?.state === 'disputed')
    return (
      <Next what={`${name}环节的质保金有争议`} about={['下一环节报了缺陷，质保金已冻结，请和承接方协商']}>
        <ButtonLink tone="pine" size="strong" to={`${to}#dispute`}>
          去处理争议
        </ButtonLink>
      </Next>
    );
  const { what, at, money, waitsFor } = order.nextStep;
  const mine = waitsFor === 'owner';
  return (
    <Next what={`${name}：${what}`} about={[at !== null && `${momentText(at)} 自动进行`, closingText(order), money]}>
      {awaitsChoice(order) ? (
        <ButtonLink tone="pine" size="strong" to={`/demand/${order.demandNid}#tenders`}>
          比较 {order.tenderCount} 份标书
        </ButtonLink>
      ) : (
        <ButtonLink tone={mine ? 'pine' : 'line'} size="strong" to={to}>
          {mine ? '去处理' : '查看订单'}
        </ButtonLink>
      )}
    </Next>
  );
}

function Next({
  what,
  about = [],
  children,
}: {
  what: string;
  about?: readonly (string | false)[];
  children?: React.ReactNode;
}) {
  const said = about.filter((one) => one !== false && one !== '');
  return (
    <section className={styles.next} aria-label="下一步">
      <h2>下一步</h2>
      <div>
        <b>{what}</b>
        {said.map((one) => (
          <p key={String(one)}>{one}</p>
        ))}
      </div>
      {children}
    </section>
  );
}
