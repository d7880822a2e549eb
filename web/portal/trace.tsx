import { useMemo, useState } from 'react';
import { data, redirect } from 'react-router';
import { categories, findCategory } from '../../contract/categories.ts';
import { getTrace } from '../../contract/trace/calls.ts';
import { codeFaults, readCode } from '../../contract/trace/code.ts';
import { storyOf } from '../../contract/trace/story.ts';
import { pageContext } from '../client/page-context.ts';
import { must } from '../client/replies.server.ts';
import type { Outcome } from '../features/trace/check.ts';
import { Lookup } from '../features/trace/lookup.tsx';
import { Seal } from '../features/trace/seal.tsx';
import { type Checked, Trail } from '../features/trace/trail.tsx';
import { Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { Empty } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import type { Route } from './+types/trace';
import { page } from './route-record.ts';
import styles from './trace.module.css';

type Loaded = Awaited<ReturnType<typeof find>>;

// Who has a code has it from the product: search engines are not told.
export const handle = page<Loaded>({
  name: 'trace',
  title: ({ story }) => (story ? story.product || '产品溯源' : '没有这个溯源码'),
  place: ({ story }) => ({ type: story?.category || categories[0].key, flow: 'origin' }),
  unlisted: true,
});

async function find({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const { send, unkept, site } = context.get(pageContext);
  // What people agreed to have shown can change at any moment, and hardly anybody else has this code.
  unkept();
  const typed = params.code;
  const none = (fault: string) => ({ typed, code: '', fault, story: null, phone: '' });
  const read = readCode(typed);
  if ('fault' in read) return none(codeFaults[read.fault]);
  // One product, one address, however its code was written.
  if (read.code !== typed) throw redirect(`/trace/${read.code}`, 301);
  const reply = await send(getTrace, { code: read.code });
  if (!reply.ok && reply.status === 404) return none(reply.message);
  const story = storyOf(must(reply).data);
  return { typed, code: read.code, fault: '', story, phone: site.phone };
}

export async function loader(args: Route.LoaderArgs) {
  const found = await find(args);
  return data(found, { status: found.story ? 200 : 404 });
}

export default function TracePage({ loaderData: { typed, code, fault, story, phone } }: Route.ComponentProps) {
  if (!story)
    return (
      <>
        <Lookup key={typed} type={categories[0].key} typed={typed} fault={fault} />
        <div className="column">
          <Empty
            icon="search"
            text="没有找到这件产品的记录。请对照标签核对每一位，也可能是标签被换过，或不是在这里登记的产品。"
          />
        </div>
      </>
    );
  return <Found key={code} code={code} story={story} phone={phone} />;
}

type Story = NonNullable<Loaded['story']>;

function Found({ code, story: told, phone }: { code: string; story: Story; phone: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  // Once it was verified here, what is shown is what was verified.
  const story = useMemo(() => (outcome ? storyOf(outcome.trace) : told), [outcome, told]);
  const checked: Checked | undefined = useMemo(
    () =>
      outcome && {
        leaves: outcome.verdict.leaves,
        bad: new Set(outcome.verdict.findings.flatMap(({ at }) => at ?? [])),
      },
    [outcome],
  );
  const category = findCategory(story.category);
  const pictures = story.stages.flatMap((stage) => stage.pictures);
  // What it was to be from the beginning: the newest pictures are of a lorry.
  const front = story.stages.findLast((stage) => stage.pictures.length > 0)?.pictures[0];
  return (
    <>
      <Lookup type={story.category || categories[0].key} typed={code} small />
      <div className={`column ${styles.grid}`}>
        <section aria-labelledby="piece">
          <header className={styles.piece}>
            {front && (
              <div className={styles.front}>
                <Picture src={front.url} alt="" sizes="(max-width: 767px) 30vw, 200px" widest={260} first />
              </div>
            )}
            <div>
              <h1 id="piece">{story.product || `一件${category?.name ?? ''}家具`}</h1>
              <p>{category && <Tag tone={category.key}>{category.name}</Tag>}</p>
              <p className={styles.line}>
                产品线 {story.line}，{story.stages.length} 个环节 {story.count} 条记录，最新在上
              </p>
            </div>
          </header>
          {story.count > 0 && <Verdict outcome={outcome} count={story.count} />}
          {story.count > 0 ? (
            <Trail stages={story.stages} checked={checked} />
          ) : (
            <Empty icon="clock" text="记录正在写入公开日志，一分钟之内就能看到，请稍后刷新" />
          )}
        </section>
        {story.count > 0 && (
          <Seal
            code={code}
            stages={story.stages.length}
            records={story.count}
            pictures={new Set(pictures.map(({ fingerprint }) => fingerprint)).size}
            phone={phone}
            onChecked={setOutcome}
          />
        )}
      </div>
    </>
  );
}

/** On narrow screens the check comes after the story: what it found is told before, and leads there. */
function Verdict({ outcome, count }: { outcome: Outcome | undefined; count: number }) {
  const bad = outcome?.steps.some(({ state }) => state === 'bad') ?? false;
  const found = bad ? '有地方对不上' : `${count} 条记录，全部对得上`;
  return (
    <a href="#check" className={styles.verdict} data-bad={bad || undefined}>
      <Icon name={bad ? 'warn' : outcome ? 'checkc' : 'info'} />
      <span>{outcome ? found : '由您的浏览器核对'}</span>
      <span className={styles.more}>
        看每一步
        <Icon name="right" size="small" />
      </span>
    </a>
  );
}
