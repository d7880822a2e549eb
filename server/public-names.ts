import { invalid } from '../contract/errors.ts';
import { maskContacts } from './contacts/mask-contacts.ts';
import type { Moderation } from './adapters/moderation/moderation.ts';

/**
 * A name passes for the portal, its staff, or its word for somebody. Words that furniture has too (平台床, 系统柜) and letters
 * inside other names (Momo) are only meant where they speak of us.
 */
const passesForUs = new RegExp(
  [
    '官方|客服|管理员|注销|已认证',
    '^(平台|系统|运营|认证)$',
    '认证(商家|店铺|企业|工厂|中心|服务)',
    '(平台|系统|运营)(方|部|组|团队|中心|人员|专员|消息|通知|公告|提醒|账号|助手|小助手|管理|审核|认证)',
    '(?<![a-z])omo(?![a-z])|omo(official|admin|service|support|team)',
  ].join('|'),
  'i',
);

/**
 * Refuses a name that everybody reads at once: with a telephone number or an account, with words that are not for the public, or
 * with which one passes for us.
 * @param label what it is called
 */
export async function refuseName(moderation: Moderation, field: string, label: string, name: string): Promise<void> {
  if (maskContacts(name).masked) throw invalid(field, `${label}不能含有电话、微信等联系方式，请修改`);
  if (passesForUs.test(name.normalize('NFKC').replaceAll(/\s/g, '')))
    throw invalid(field, `${label}不能含有平台、客服、认证等容易误会的字样，请修改`);
  if (!(await moderation.check([name])).clean) throw invalid(field, `${label}含有不宜公开的内容，请修改`);
}
