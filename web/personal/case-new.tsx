import { useSearchParams } from 'react-router';
import { findCategory } from '../../contract/categories.ts';
import { NewCase } from '../features/cases/own/case-page.tsx';
import { page } from '../portal/route-record.ts';
import { CaseHead } from './case-head.tsx';
import { NoSuchCase, useGround, useStage, useTaken } from './case-frame.tsx';

export const handle = page({ name: 'my-case-new', under: 'personal', title: '发布案例', ground: 'mist' });

export default function CaseNew() {
  const stage = useStage();
  const [query] = useSearchParams();
  const ground = useGround();
  const taken = useTaken();
  if (!stage) return <NoSuchCase />;
  return (
    <>
      <CaseHead title={`发布${stage.name}案例`} to="/personal/shop/case/new" back="换一个环节" />
      <NewCase
        key={stage.key}
        stage={stage}
        category={findCategory(query.get('type') ?? '')?.key ?? ''}
        ground={ground}
        onDone={taken}
      />
    </>
  );
}
