import type { ReportReason } from '../../../contract/report-reasons.ts';

/** What its author is told when something is hidden for what it was reported for; of 其他 one writes it oneself. */
const byReason: Readonly<Record<Exclude<ReportReason, 'other'>, string>> = {
  advert: '含有广告或联系方式，请去掉后重新发布',
  untrue: '内容不实，请核实并改正后重新发布',
  abuse: '辱骂或攻击他人',
  vulgar: '内容低俗',
  illegal: '内容违反法律法规',
  infringing: '盗用他人的图片或文字',
};

const others = ['与家具无关'];

/** What is to be taken with one press and changed: first what answers the reports that are open. */
export function hideReasons(open: readonly ReportReason[]): string[] {
  const told = open.flatMap((reason) => (reason === 'other' ? [] : byReason[reason]));
  return [...new Set([...told, ...Object.values(byReason), ...others])];
}
