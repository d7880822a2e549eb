import { useParams } from 'react-router';
import { EditCase } from '../features/cases/own/case-page.tsx';
import { page } from '../portal/route-record.ts';
import { NoSuchCase, useGround, useStage, useTaken } from './case-frame.tsx';
import { CaseHead } from './case-head.tsx';

export const handle = page({ name: 'my-case-edit', under: 'personal', title: '修改案例', ground: 'mist' });

export default function CaseEdit() {
  const stage = useStage();
  const { id = '' } = useParams();
  const ground = useGround();
  const taken = useTaken();
  if (!stage) return <NoSuchCase />;
  return (
    <>
      <CaseHead title={`修改${stage.name}案例`} to="/personal/shop/shop" back="回到我的店铺" />
      <EditCase key={id} stage={stage} id={id} ground={ground} onDone={taken} />
    </>
  );
}
