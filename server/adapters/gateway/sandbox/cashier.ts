import { yuan } from '../../../../contract/process/money.ts';
import type { Payment, Telling } from './till.ts';

/** The pages that somebody pays on, as plain HTML without scripts: they work in any browser. */

const tellingNames: Readonly<Record<Telling, string>> = {
  once: '马上通知商家',
  late: '20 秒后才通知',
  twice: '重复通知两次',
  never: '不通知（由商家自己查询）',
};

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const moment = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'medium',
  timeStyle: 'short',
});

const styles = `
*{box-sizing:border-box}
body{margin:0;background:#eef1f4;color:#1d232b;font:16px/1.6 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
.note{margin:0;padding:10px 16px;background:#7a3b00;color:#fff;text-align:center;font-weight:600}
main{max-width:460px;margin:0 auto;padding:16px}
.card{background:#fff;border-radius:12px;padding:24px 20px;margin-top:12px;box-shadow:0 1px 3px #0001}
h1{margin:0;font-size:16px;font-weight:500;color:#4a5462}
.sum{margin:4px 0 16px;font-size:40px;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dl{margin:0;border-top:1px solid #e3e7ec;padding-top:12px}
dl div{display:flex;gap:16px;justify-content:space-between;padding:3px 0}
dt{flex:none;color:#5b6572}dd{margin:0;text-align:right;overflow-wrap:anywhere}
button,a.button{display:block;width:100%;min-height:48px;margin-top:12px;padding:11px 16px;border:1px solid #c3cad3;border-radius:8px;background:#fff;color:#1d232b;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.main,a.main{border-color:#0b62c4;background:#0b62c4;color:#fff;font-size:17px}
button:focus-visible,a:focus-visible,summary:focus-visible,input:focus-visible{outline:3px solid #f5a623;outline-offset:2px}
details{margin-top:16px}summary{min-height:44px;padding:10px 0;color:#4a5462;cursor:pointer}
fieldset{margin:0;padding:0;border:0}legend{padding:0 0 4px;color:#5b6572;font-size:14px}
label{display:flex;gap:10px;align-items:center;min-height:44px}
input{width:20px;height:20px;margin:0}
.done{font-size:24px;font-weight:700;color:#1d232b}
p{margin:8px 0 0}
`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)} · 沙箱收银台</title><style>${styles}</style></head>
<body><header class="note">沙箱收银台 · 不是真钱，仅供演练</header><main>${content}</main></body></html>`;
}

const facts = ({ asked, number }: Payment) => `<dl>
<div><dt>付款给</dt><dd>${escape(asked.subject)}</dd></div>
<div><dt>支付单号</dt><dd>${number}</dd></div>
<div><dt>请在此前支付</dt><dd>${moment.format(new Date(asked.expiresAt))}</dd></div>
</dl>`;

/** Where nothing was decided yet. */
export function payingPage(payment: Payment): string {
  const choices = Object.entries(tellingNames).map(
    ([value, name]) =>
      `<label><input type="radio" name="telling" value="${value}"${value === 'once' ? ' checked' : ''}>${name}</label>`,
  );
  return page(
    `支付 ${yuan(payment.asked.fen)}`,
    `<div class="card"><h1>应付金额</h1><p class="sum">${yuan(payment.asked.fen)}</p>${facts(payment)}
<form method="post"><button class="main" name="do" value="pay">确认支付</button>
<button name="do" value="refuse">放弃支付</button>
<details><summary>演练：支付成功后怎样通知商家</summary><fieldset><legend>真实通道偶尔会这样，门户都要经得住</legend>${choices.join('')}</fieldset></details>
</form></div>`,
  );
}

/** What has become of it. */
export function outcomePage({ asked, status, closedBy, telling, number }: Payment): string {
  const paid = status === 'paid';
  const closed = closedBy === 'payer' ? '您放弃了支付' : '这笔支付已关闭';
  const told = telling === 'once' ? '' : `<p>通知方式：${tellingNames[telling]}。</p>`;
  const what = paid
    ? `<h1 class="done">支付成功</h1><p class="sum">${yuan(asked.fen)}</p><p>支付单号 ${number}</p>${told}`
    : `<h1 class="done">${closed}</h1><p>没有扣款。需要时请回到商家页面重新支付。</p>`;
  const stay = asked.device === 'desktop' ? '<p>可以关掉这个页面，原来的页面会自己更新。</p>' : '';
  return page(
    paid ? '支付成功' : '已关闭',
    `<div class="card">${what}${stay}<a class="button main" href="${escape(asked.returnUrl)}">返回商家</a></div>`,
  );
}

export function unknownPage(): string {
  return page(
    '没有这笔支付',
    '<div class="card"><h1 class="done">没有找到这笔支付</h1><p>请回到商家页面重新支付。</p></div>',
  );
}
