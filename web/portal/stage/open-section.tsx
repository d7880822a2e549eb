import { useLocation, useNavigation, useParams, useRevalidator } from 'react-router';
import { OpenDemands } from '../../features/demands/open-list.tsx';
import { FollowButton } from '../../features/follows/follow-button.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Empty, Failed, Loading, Skeleton } from '../../ui/states.tsx';
import type { OpenPage } from '../open-demands.server.ts';
import type { StageFacts } from './facts.ts';
import styles from './sections.module.css';

/** The open demands of a stage, a page of them; undefined when they could not be had. */
export function OpenSection({
  stage,
  open,
  sort,
  pageSize,
  rendered,
}: {
  stage: StageFacts;
  open: OpenPage | undefined;
  sort: 'newest' | 'deadline';
  pageSize: number;
  rendered: number;
}) {
  const { pathname } = useLocation();
  const { type } = useParams();
  const { location } = useNavigation();
  const revalidator = useRevalidator();
  // Another page of this list, or another order of it, is on its way.
  const coming = location?.pathname === pathname;
  const head = (
    <SectionHead
      id="open"
      small
      title="招标中的需求"
      note={open && `共 ${open.count} 条`}
      more={
        open &&
        open.count > 1 && (
          <Link to={{ search: sort === 'deadline' ? '' : 'sort=deadline' }} preventScrollReset>
            <Icon name="sort" size="small" />
            {sort === 'deadline' ? '快截止的在前' : '新发布的在前'}
            <span className="sr">，换一种排序</span>
          </Link>
        )
      }
    />
  );
  return (
    <section className={styles.needs} aria-labelledby="open" id="demands">
      {head}
      {!open ? (
        <Failed
          text="需求没能加载出来"
          onRetry={() => void revalidator.revalidate()}
          busy={revalidator.state === 'loading'}
        />
      ) : coming ? (
        <Loading count={pageSize}>
          <div className={styles.bone}>
            <Skeleton lines={2} />
          </div>
        </Loading>
      ) : open.count === 0 ? (
        <Empty text="现在没有在招的需求" action={<ButtonLink to={stage.publish}>发布第一条</ButtonLink>} />
      ) : open.demands.length === 0 ? (
        <Empty
          text={`没有第 ${open.page} 页，一共 ${open.pages} 页`}
          action={<ButtonLink to={stage.base}>回到第 1 页</ButtonLink>}
        />
      ) : (
        <OpenDemands demands={open.demands} rendered={rendered} />
      )}
      {open && (
        <div className={styles.follow}>
          <FollowButton stage={stage.key} type={type} />
        </div>
      )}
      {open && open.demands.length > 0 && (
        <>
          <Pager page={open.page} pages={open.pages} pageSize={pageSize} count={open.count} />
          <p className={styles.note}>
            <Icon name="lock" size="small" />
            <span>标书密封：截止或选定之前，别人只看得到份数，看不到报价和工期。</span>
          </p>
        </>
      )}
    </section>
  );
}
