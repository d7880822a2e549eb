import { Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type CaseUnderReview, type decideCase, type NextCase, reviewCallsOf } from '../../contract/operator/cases.ts';
import { stageByNumber } from '../../contract/stages/index.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { caseParts, changedLabels } from './cases/parts.tsx';
import { useDesk } from './layout.tsx';
import { PersonHistory } from './people/person-history.tsx';
import { ClaimBanner, useClaim } from './ui/claim.tsx';
import { Decision, decisionKeys } from './ui/decision.tsx';
import { Evidence, evidenceKeys } from './ui/evidence.tsx';
import { Loaded, Missing } from './ui/loaded.tsx';
import { ReviewScreen } from './ui/review-screen.tsx';

export const handle = page({ name: 'console-case', title: '审核案例', ground: 'mist', bare: true, unlisted: true });

const decide = callAt<typeof decideCase>('/api/operator/caseDecide');

/** What is most often wrong; picked, then made more exact. */
const usual = ['图片里有联系方式或水印', '图片不清楚，看不出做工', '名称和图片不符', '内容像是别家的案例'];

const head = { title: '审核案例', back: { to: '/console/cases', label: '案例审核' } };

/** One case on one screen: what it says on the left, the word and what is known of its keeper on the right (feature P-02). */
export default function CaseReview() {
  const { type = '', id = '' } = useParams();
  const stage = stageByNumber(Number(type));
  return stage ? <Reviewed stage={stage} id={id} /> : <Missing head={head} text="没有这个环节" />;
}

function Reviewed({ stage, id }: { stage: Stage; id: string }) {
  const [query] = useSearchParams();
  const among = query.get('type') ?? '';
  const { reload: recount } = useDesk();
  const navigate = useNavigate();
  const load = useCallback(() => send(reviewCallsOf(stage).info, { id, among }), [stage, id, among]);
  const queue = `/console/cases${among ? `?type=${among}` : ''}`;
  const goOn = (next: NextCase) => {
    if (next) void navigate(`/console/cases/${next.type}/${next.id}${among ? `?type=${among}` : ''}`);
    else void navigate(queue);
  };
  return (
    <Loaded key={id} load={load} head={head}>
      {(review, reload) => (
        <One
          key={`${review.version}:${review.may.enabled}`}
          stage={stage}
          review={review}
          among={among}
          queue={queue}
          onNext={review.next ? () => goOn(review.next) : undefined}
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
  stage,
  review,
  among,
  queue,
  onNext,
  onReload,
  onDone,
}: {
  stage: Stage;
  review: CaseUnderReview;
  among: string;
  queue: string;
  onNext: (() => void) | undefined;
  onReload: () => void;
  onDone: (next: NextCase) => void;
}) {
  const { item, before, version, submit_time, may, keeperId } = review;
  const [current, setCurrent] = useState(0);
  const [shown, setShown] = useState<'item' | 'before'>('item');
  const claim = useClaim(may.enabled ? 'case' : undefined, item.id, onReload);
  const parts = before && shown === 'before' ? caseParts(stage, before, null) : caseParts(stage, item, before);
  const say = (decision: 'approve' | 'refuse', reason: string) =>
    send(decide, { id: item.id, version, decision, reason, among });
  return (
    <ReviewScreen
      back={{ to: queue, label: '案例审核' }}
      title={item.name}
      facts={
        <>
          {stage.name}，店铺 <Link to={`/shop/${item.shop.id}`}>{item.shop.shop_name}</Link>
          {!item.shop.certified && '（未认证）'}，提交于 {momentText(submit_time)}
        </>
      }
      banner={
        <>
          <ClaimBanner claim={claim} />
          {before && <Change changed={changedLabels(stage, item, before)} shown={shown} onShow={setShown} />}
        </>
      }
      keys={[...evidenceKeys(parts), ...(may.enabled ? decisionKeys('通过', '不通过') : [])]}
      onNext={onNext}
      evidence={<Evidence key={shown} label="案例内容" parts={parts} current={current} onCurrent={setCurrent} />}
      decision={
        <>
          <h2 style={{ marginBottom: 8 }}>审核结论</h2>
          <Decision
            draft={`${item.id}.${version}`}
            may={may}
            held={claim?.held === true}
            yes="通过"
            no="不通过"
            question={{
              title: '通过这个案例',
              text: before ? '通过后，这次修改立即代替现在公开的内容。' : '通过后，所有人立即可以看到。',
              figures: [
                ['案例', item.name],
                ['店铺', item.shop.shop_name],
              ],
              action: '确认通过',
            }}
            templates={usual}
            reasonLabel="不通过的原因"
            reasonHint="店主会看到"
            send={(decision, reason) => say(decision === 'yes' ? 'approve' : 'refuse', reason)}
            onDone={(decision, { next }) => {
              toast(decision === 'yes' ? `已通过：${item.name}` : `不予通过，原因已告诉店主：${item.name}`);
              onDone(next);
            }}
            onReload={onReload}
          />
        </>
      }
      person={<PersonHistory userId={keeperId} />}
    />
  );
}

function Change({
  changed,
  shown,
  onShow,
}: {
  changed: readonly string[];
  shown: 'item' | 'before';
  onShow: (which: 'item' | 'before') => void;
}) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, marginBottom: 8 }}>
      <span>这是对公开案例的修改：{changed.length > 0 ? `改了${changed.join('、')}` : '内容和公开的一样'}</span>
      <Segmented<'item' | 'before'>
        aria-label="看哪一份"
        value={shown}
        onChange={onShow}
        options={[
          { value: 'item', label: '修改后' },
          { value: 'before', label: '现在公开的' },
        ]}
      />
    </div>
  );
}
