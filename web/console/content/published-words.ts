import { contentKinds } from '../../../contract/content-kinds.ts';
import type { ContentRow } from '../../../contract/operator/content.ts';
import { momentText } from '../../ui/time.ts';

/** What became of an item that was just published: whether visitors see it now, and when else. */
export function publishedWords({ kind, state, from }: Pick<ContentRow, 'kind' | 'state' | 'from'>): string {
  switch (state) {
    case 'waiting':
      return `已发布，${momentText(from)} 开始展示`;
    case 'queued':
      return `已发布，正在排队：这里同时展示前 ${contentKinds[kind].most} 条，排到前面访客才看得到`;
    case 'over':
      return '已发布，但展示时间已经过了，访客看不到';
    default:
      return '已发布，访客现在就能看到';
  }
}
