import { beforeAll, describe, expect, it } from 'vitest';
import type { Audience } from '../../contract/call.ts';
import { stages } from '../../contract/stages/index.ts';
import { startPortal } from '../testing/portal.ts';

/**
 * What specification §7 says that a client does, by its groups, and the call that does it here. `{op}` stands for each stage's
 * operation name.
 */
const catalogue: Record<string, Record<string, readonly [path: string, auth: Audience]>> = {
  login: {
    signin: ['/api/Auth/signin', 'anyone'],
    signup: ['/api/Auth/signup', 'anyone'],
    'sms code': ['/api/Auth/sms', 'anyone'],
    resetPassword: ['/api/Auth/resetPassword', 'anyone'],
    updatePassword: ['/api/Auth/updatePassword', 'user'],
    getUserInfo: ['/api/Auth/getUserInfo', 'user'],
  },
  home: {
    'banner list': ['/api/Web/getBannerList', 'anyone'],
    'ad list': ['/api/Web/getAdList', 'anyone'],
    'live info': ['/api/Web/getLiveInfo', 'anyone'],
    'topic list': ['/api/Topic/findTopicPage', 'anyone'],
    'my topic list': ['/api/Topic/findMyTopicPage', 'user'],
    'publish topic': ['/api/Topic/publish', 'user'],
    'topic like': ['/api/Topic/like', 'user'],
    'topic unlike': ['/api/Topic/unlike', 'user'],
    'topic delete': ['/api/Topic/delete', 'user'],
    'publish comment': ['/api/Topic/publishDiscuss', 'user'],
    'topic info': ['/api/Topic/getTopicInfo', 'anyone'],
    'topic comment list': ['/api/Topic/findTopicDiscussPage', 'anyone'],
  },
  'presell (home, smart flows)': {
    'product list': ['/api/Presell/getProductList', 'anyone'],
    info: ['/api/Presell/getProductInfo', 'anyone'],
    like: ['/api/Presell/like', 'user'],
    comment: ['/api/Presell/comment', 'user'],
    'comment list': ['/api/Presell/getCommentList', 'anyone'],
    join: ['/api/Presell/join', 'user'],
    'my join log list': ['/api/Presell/getMyJoinLogList', 'user'],
    'update log': ['/api/Presell/updateJoinLog', 'user'],
    'delete log': ['/api/Presell/deleteJoinLog', 'user'],
  },
  'smart flows: cases (buy, cooperation)': {
    getTopCase: ['/api/Omo/getTopCase', 'anyone'],
    'case list': ['/api/Omo/getCase{op}List', 'anyone'],
    'case info': ['/api/Omo/getCase{op}Info', 'anyone'],
    favourability: ['/api/Omo/getCaseFavourable', 'anyone'],
    'comment list': ['/api/Omo/getCaseCommentList', 'anyone'],
    'comment post': ['/api/Omo/postCaseComment', 'user'],
    entrust: ['/api/Omo/postCaseDelegate', 'user'],
    'stock need top list': ['/api/Omo/getPrepareNeedTopList', 'anyone'],
  },
  'smart flows: demands (help-me, help-him)': {
    save: ['/api/Demand/save{op}Demand', 'user'],
    list: ['/api/Demand/get{op}DemandList', 'anyone'],
    detail: ['/api/Demand/get{op}DemandInfo', 'anyone'],
    'need view list': ['/api/Demand/needViewList', 'anyone'],
    'need view post': ['/api/Demand/needView', 'user'],
    'tender order': ['/api/Demand/tenderOrder', 'user'],
    'my demand': ['/api/Demand/myDemand', 'user'],
    delete: ['/api/Demand/delete', 'user'],
    'my demand order': ['/api/Demand/myDemandOrder', 'user'],
    successful: ['/api/Demand/successful', 'user'],
  },
  'personal: orders (plan, finish, receive, reject, contract)': {
    'order list': ['/api/order/myListPage', 'user'],
    'demand info': ['/api/order/demandInfo', 'user'],
    receive: ['/api/order/accept', 'user'],
    reject: ['/api/order/decline', 'user'],
    cancel: ['/api/order/cancel', 'user'],
    'cancel reason': ['/api/order/cancelReason', 'user'],
    'pay info': ['/api/order/payInfo', 'user'],
    pay: ['/api/Demand/pay', 'user'],
    'check order status': ['/api/order/checkOrderStatus', 'user'],
    plan: ['/api/order/progressReport', 'user'],
    'schedule see': ['/api/Demand/scheduleSee', 'signed-in'],
    finish: ['/api/order/achieve', 'user'],
    'order affirm': ['/api/Demand/orderAffirm', 'user'],
    appraise: ['/api/Demand/appraise', 'user'],
    'get user certify': ['/api/Demand/getUserCertify', 'user'],
    'contract get': ['/api/order/contract', 'signed-in'],
    'contract upload': ['/api/Demand/uploadContract', 'user'],
  },
  'personal: account (recharge, withdraw)': {
    'income count': ['/api/account/incomeCount', 'user'],
    'bind bank list': ['/api/account/bindBankList', 'user'],
    bind: ['/api/account/bindBank', 'user'],
    unbind: ['/api/account/unbindBank', 'user'],
    recharge: ['/api/account/recharge', 'user'],
    'withdraw apply': ['/api/account/withdrawApply', 'user'],
    'withdrawal list': ['/api/account/withdrawList', 'user'],
    'transaction list': ['/api/account/transactionList', 'user'],
  },
  'personal: certification and profile': {
    'certify save': ['/api/Personal/certifySave', 'user'],
    'certify list': ['/api/Personal/certifyList', 'user'],
    'certify info': ['/api/Personal/certifyInfo', 'user'],
    'upload avatar': ['/api/Auth/uploadAvatar', 'user'],
    'update nickname': ['/api/Auth/updateNickname', 'user'],
  },
  shop: {
    'my shop': ['/api/Omo/getMyShop', 'user'],
    save: ['/api/Omo/saveCase{op}', 'user'],
    list: ['/api/Omo/getMyCase{op}List', 'user'],
    info: ['/api/Omo/getMyCase{op}Info', 'user'],
    'delete case': ['/api/Omo/deleteCase', 'user'],
  },
  reference: {
    'region list': ['/api/Web/getAreaList', 'anyone'],
    'image upload': ['/api/Upload/image', 'signed-in'],
    'direct upload parameters': ['/api/Upload/policy', 'signed-in'],
  },
};

describe('[X-05] every action that the specification names has its call', () => {
  let audiences: Map<string, Audience>;

  beforeAll(async () => {
    const portal = await startPortal();
    audiences = new Map([...portal.app.dispatcher.implementations.values()].map(({ call }) => [call.path, call.auth]));
  });

  const everyStage = (path: string) =>
    path.includes('{op}') ? stages.map(({ op }) => path.replace('{op}', op)) : [path];

  it.each(Object.entries(catalogue))('%s', (_group, actions) => {
    const wanted = Object.values(actions).flatMap(([path, auth]) =>
      everyStage(path).map((one) => [one, auth] as const),
    );
    expect(wanted.map(([path]) => [path, audiences.get(path)])).toEqual(wanted);
  });
});
