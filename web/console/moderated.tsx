import { List } from 'antd';
import { type ComponentProps, useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import type { moderate, moderationItem } from '../../contract/operator/moderation.ts';
import { pictureAt, pictureFor } from '../../contract/pictures.ts';
import { reportKinds, reportReasons } from '../../contract/report-reasons.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useDesk } from './layout.tsx';
import { PersonHistory } from './people/person-history.tsx';
import { Around } from './moderation/around.tsx';
import { hideReasons } from './moderation/hide-reasons.ts';
import { ClaimBanner, useClaim } from './ui/claim.tsx';
import { Decision, decisionKeys } from './ui/decision.tsx';
import { Evidence, evidenceKeys, type EvidencePart } from './ui/evidence.tsx';
import { Loaded } from './ui/loaded.tsx';
import { ReviewScreen } from './ui/review-screen.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({
  name: 'console-moderated',
  title: '审核内容',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

type Found = CallOutput<typeof moderationItem>;

/** What becomes of it when it may not stay. */
const hidesWords = { topic: '隐藏', comment: '隐藏', case: '下架', message: '隐藏' } as const;

const standingWords = ({ kind, status }: Found): string =>
  status === 0 ? '等待审核' : status === 1 ? '正在展示' : `已${hidesWords[kind]}`;

const head = { title: '审核内容', back: { to: '/console/moderation', label: '内容审核' } };

/** One thing that somebody wrote: what it says on the left, the word on the right (feature P-04). */
export default function Moderated() {
  const { kind = 'topic', id = '' } = useParams();
  const of = reportKinds.find((one) => one === kind) ?? 'topic';
  const { reload: recount } = useDesk();
  const navigate = useNavigate();
  const load = useCallback(
    () => send(callAt<typeof moderationItem>('/api/operator/moderationInfo'), { kind: of, id }),
    [of, id],
  );
  const goOn = (next: Found['next']) => {
    if (next) void navigate(`/console/moderation/${next.kind}/${next.id}`);
    else void navigate('/console/moderation');
  };
  return (
    <Loaded key={`${of}:${id}`} load={load} head={head}>
      {(found, reload) => (
        <One
          key={`${found.version}:${found.status}`}
          found={found}
          onNext={found.next ? () => goOn(found.next) : undefined}
          onReload={() => {
            reload();
            recount();
          }}
          onDone={(next) => {
            recount();
            goOn(next);
          }}
        />
      )}
    </Loaded>
  );
}

function One({
  found,
  onNext,
  onReload,
  onDone,
}: {
  found: Found;
  onNext: (() => void) | undefined;
  onReload: () => void;
  onDone: (next: Found['next']) => void;
}) {
  const { kind, id, version, status, reports, reported, sensitive, may } = found;
  const [current, setCurrent] = useState(0);
  const claim = useClaim(may.enabled ? 'content' : undefined, `${kind}:${id}`, onReload);
  const parts = partsOf(found);
  const shown = status === 1;
  const hides = hidesWords[kind];
  // What is shown and of which nobody complains needs no word but to be hidden.
  const yes = shown ? (reports > 0 ? '没有违规，保留' : undefined) : status === 0 ? '通过，公开展示' : '恢复展示';
  const no = status === 2 ? undefined : hides;
  return (
    <ReviewScreen
      back={{ to: '/console/moderation', label: '内容审核' }}
      title={titleOf(found)}
      facts={`${found.author}，发布于 ${momentText(found.createTime)}，${standingWords(found)}`}
      banner={<ClaimBanner claim={claim} />}
      keys={[...evidenceKeys(parts), ...(may.enabled ? decisionKeys(yes, no) : [])]}
      onNext={onNext}
      evidence={<Evidence label="发布的内容" parts={parts} current={current} onCurrent={setCurrent} />}
      decision={
        <>
          <h2 style={{ marginBottom: 8 }}>审核结论</h2>
          {sensitive.length > 0 && (
            <p style={{ marginBottom: 12 }}>
              含有敏感词：<strong>{sensitive.join('、')}</strong>
            </p>
          )}
          <Decision
            draft={`${kind}.${id}.${version}`}
            may={may}
            held={claim?.held === true}
            yes={yes}
            no={no}
            question={questionOf(found)}
            templates={hideReasons(reported.filter(({ outcome }) => outcome === '').map(({ reason }) => reason))}
            reasonLabel={`${hides}的原因`}
            reasonHint="作者会看到"
            send={(decision, reason) =>
              send(callAt<typeof moderate>('/api/operator/moderate'), {
                kind,
                id,
                version,
                decision: decision === 'yes' ? 'keep' : 'hide',
                reason,
              })
            }
            onDone={(decision, { next }) => {
              toast(decision === 'no' ? `已${hides}，原因已告诉作者` : shown ? '已保留' : '已公开展示');
              onDone(next);
            }}
            onReload={onReload}
          />
        </>
      }
      person={<PersonHistory userId={found.authorId} />}
      history={
        reported.length > 0 && (
          <>
            <h2>举报 {reported.length}</h2>
            <List
              size="small"
              dataSource={reported}
              renderItem={(one) => (
                <List.Item style={{ paddingInline: 0 }}>
                  <span>
                    {reportReasons[one.reason]}
                    {one.words && `：${one.words}`}
                    <small style={{ display: 'block', fontSize: 14, color: 'var(--ink-2)' }}>
                      {one.by}，{momentText(one.time)}
                      {one.outcome && `，${one.outcome}`}
                    </small>
                  </span>
                </List.Item>
              )}
            />
          </>
        )
      }
    />
  );
}

/** What stays or is shown is public at once, and who reported it is told so: asked before, as with everything that is decided. */
function questionOf(found: Found): ComponentProps<typeof Decision>['question'] {
  const { kind, status, title, content, author, reports } = found;
  const words = kind === 'topic' || kind === 'case' ? title : content;
  const seen = kind === 'message' ? '对话双方立即可以看到' : '所有人立即可以看到';
  return {
    ...(status === 1
      ? { title: '保留这条内容', text: '内容继续展示，举报按没有违规了结，举报人会收到通知。', action: '确认保留' }
      : status === 0
        ? { title: '通过这条内容', text: `通过后，${seen}。`, action: '确认通过' }
        : { title: '恢复这条内容', text: `恢复后，${seen}，作者会收到通知。`, action: '确认恢复' }),
    figures: [
      ['内容', words.length > 60 ? `${words.slice(0, 60)}…` : words],
      ['作者', author],
      ...(reports > 0 ? [['举报', `${reports} 条待处理`] as const] : []),
    ],
  };
}

/** What a comment stands under. */
const subjectNames = { topic: '话题', presale: '预售商品', case: '案例', demand: '需求' } as const;

const contentNames = { topic: '正文', comment: '评论', case: '说明', message: '消息' } as const;

function titleOf({ kind, title }: Found): string {
  if (kind === 'comment') return title ? `对《${title}》的评论` : '评论';
  return kind === 'message' ? `《${title}》对话中的消息` : title;
}

function partsOf(found: Found): EvidencePart[] {
  const { kind, id, title, content, pictures, path, status, hidden, around, under, reports } = found;
  const mark = reports > 0 ? '被举报' : status === 0 ? '等待审核' : '';
  const said = kind === 'comment' ? '前后的评论' : '前后的对话';
  return [
    ...(kind === 'topic' || kind === 'case' ? [{ key: 'title', label: '标题', text: title }] : []),
    // A comment is judged by what it answers: that stands over it, and is opened from there.
    ...(under
      ? [
          {
            key: 'under',
            label: `评论的${subjectNames[under.kind]}`,
            text: (
              <>
                <Link to={path} target="_blank" rel="noreferrer">
                  {title}
                  <span className="sr">（在新窗口打开）</span>
                </Link>
                {under.words && `\n${under.words}`}
              </>
            ),
          },
        ]
      : []),
    around.length > 1 || (around.length > 0 && kind === 'message')
      ? {
          key: 'content',
          label: `${contentNames[kind]}和${said}`,
          text: <Around lines={around} id={id} label={said} mark={mark} />,
        }
      : { key: 'content', label: contentNames[kind], text: content },
    ...(pictures.length > 0
      ? [
          {
            key: 'pictures',
            label: '图片',
            shots: pictures.map((src, index) => ({
              key: src,
              src: largest(src),
              small: smallest(src),
              alt: `图片 第${index + 1}张`,
            })),
          },
        ]
      : []),
    ...(hidden ? [{ key: 'reason', label: `${hidesWords[kind]}的原因`, text: <Hidden {...hidden} /> }] : []),
    ...(path && !under
      ? [
          {
            key: 'path',
            label: '所在页面',
            // A topic or a case that is not shown has none meanwhile.
            text:
              status === 1 ? (
                <Link to={path} target="_blank" rel="noreferrer">
                  打开公开页面<span className="sr">（在新窗口打开）</span>
                </Link>
              ) : (
                '现在没有公开页面，展示以后才有'
              ),
          },
        ]
      : []),
  ];
}

function Hidden({ reason, by, time }: NonNullable<Found['hidden']>) {
  return <Two second={time !== null && `${by}，${momentText(time)}`}>{reason}</Two>;
}

/** Our own pictures come in sizes; one that is none of ours is as it is. */
const largest = (src: string): string => {
  const own = pictureFor(src);
  return own ? pictureAt(src, own.width, 'webp') : src;
};
const smallest = (src: string): string => (pictureFor(src) ? pictureAt(src, 320, 'webp') : src);
