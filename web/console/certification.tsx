import { type ComponentProps, useCallback } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { operatorCertification } from '../../contract/operator/certification.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Review } from './certification/review.tsx';
import { useDesk } from './layout.tsx';
import { useClaim } from './ui/claim.tsx';
import { Loaded } from './ui/loaded.tsx';

export const handle = page({
  name: 'console-certification',
  title: '审核认证',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const head = { title: '审核认证', back: { to: '/console/certifications', label: '认证审核' } };

/** One application: its papers on the left, the decision on the right; the next follows by itself (feature P-02). */
export default function Certification() {
  const { id = '' } = useParams();
  const { reload: recount } = useDesk();
  const navigate = useNavigate();
  const load = useCallback(() => send(callAt<typeof operatorCertification>('/api/operator/certifyInfo'), { id }), [id]);
  const goOn = (next: string | null) => {
    if (next === null) void navigate('/console/certifications');
    else void navigate(`/console/certifications/${next}`);
  };
  return (
    <Loaded key={id} load={load} head={head}>
      {(found, reload) => (
        <Claimed
          key={`${found.id}:${found.revision}:${found.status}`}
          found={found}
          onRenew={reload}
          reload={() => {
            reload();
            recount();
          }}
          onDecided={(next) => {
            recount();
            goOn(next);
          }}
          onSkip={() => goOn(found.next)}
        />
      )}
    </Loaded>
  );
}

/** Taken by who may decide over it alone: who only looks on keeps nobody from it. */
function Claimed(props: Omit<ComponentProps<typeof Review>, 'claim'>) {
  const { reload } = props;
  const { id, actions } = props.found;
  const claim = useClaim(actions.some(({ enabled }) => enabled) ? 'certification' : undefined, id, reload);
  return <Review {...props} claim={claim} />;
}
