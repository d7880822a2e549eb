import { useNavigate, useParams } from 'react-router';
import { findStage } from '../../contract/stages/index.ts';
import type { Stage } from '../../contract/stages/stage.ts';
import { shopCaseStatus } from '../../contract/statuses.ts';
import type { MapGround } from '../features/cases/map-ground.ts';
import { useShellData } from '../portal/route-record.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './shop.module.css';

/** What lies under the points of maps, by setting. */
export function useGround(): MapGround {
  const site = useShellData()?.site;
  return { tiles: site?.mapTiles ?? '', attribution: site?.mapAttribution ?? '' };
}

/** The stage that the address names; undefined for none. */
export function useStage(): Stage | undefined {
  return findStage(useParams().flow ?? '');
}

/** What is said when a form of a case was taken, and where one goes then. */
export function useTaken(): (sent: { status: number }, kept: boolean) => void {
  const navigate = useNavigate();
  return ({ status }, kept) => {
    const passed = status === shopCaseStatus.approved;
    toast(kept ? '草稿已保存' : passed ? '内容和公开的一样，不用审核' : '已提交审核，通过后所有人可见');
    void navigate(`/personal/shop/shop${kept ? '?status=draft' : ''}`);
  };
}

export function NoSuchCase() {
  return (
    <div className={styles.blank}>
      <Empty
        text="案例不存在或已被删除"
        action={
          <ButtonLink tone="line" to="/personal/shop/shop">
            回到我的店铺
          </ButtonLink>
        }
      />
    </div>
  );
}
