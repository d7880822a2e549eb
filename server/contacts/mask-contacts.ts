import { mobileNumbersIn } from './digit-runs.ts';

/** What stands in a text where a way to reach somebody outside the portal stood. */
const cover = '***';

export interface Masked {
  text: string;
  /** something was covered */
  masked: boolean;
}

/**
 * A text without the telephone numbers, accounts and addresses in it, however they are dressed up: blanks, dashes, full-width
 * and Chinese digits, invisible characters. Prices, sizes, dates, quantities and numbers of orders stay. What is spread over
 * several messages, or drawn in a picture, it cannot see.
 */
export function maskContacts(text: string): Masked {
  const { flat, origins } = flatten(text);
  const matched = patterns.flatMap(({ expression, stands }) =>
    [...flat.matchAll(expression)].flatMap((match) => {
      const [from, to] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
      return stands?.(flat.slice(from, to), flat.slice(0, from), flat.slice(to)) ? [] : [[from, to] as const];
    }),
  );
  const found = [...mobileNumbersIn(flat), ...matched].map(
    ([from, to]) => [origins[from]?.[0] ?? 0, origins[to - 1]?.[1] ?? text.length] as const,
  );
  let masked = '';
  let end = 0;
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    if (from >= end) masked += text.slice(end, from) + cover;
    end = Math.max(end, to);
  }
  return { text: masked + text.slice(end), masked: found.length > 0 };
}

const chineseDigits = new Map(
  ['零〇○', '一壹幺', '二贰貳', '三叁參', '四肆', '五伍', '六陆陸', '七柒', '八捌', '九玖'].flatMap((digit, value) =>
    [...digit].map((character) => [character, String(value)] as const),
  ),
);
/** Letters of other alphabets that look like ours. */
const lookalikes = new Map(
  Object.entries({
    а: 'a',
    ɑ: 'a',
    е: 'e',
    о: 'o',
    ο: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    ν: 'v',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
  }),
);
/** Formatting characters, and what makes a digit an emoji. */
const invisible = /^[\p{Cf}\p{Mn}\p{Me}]$/u;

/** The text in plain characters, and for each of them where in the text it comes from. */
function flatten(text: string): { flat: string; origins: (readonly [from: number, to: number])[] } {
  let flat = '';
  const origins: (readonly [number, number])[] = [];
  let at = 0;
  for (const character of text) {
    const origin = [at, at + character.length] as const;
    at = origin[1];
    if (invisible.test(character)) {
      // Covered with what it is put upon.
      const last = origins.at(-1);
      if (last) origins[origins.length - 1] = [last[0], at];
      continue;
    }
    const letter = character.normalize('NFKC').toLowerCase();
    const plain = chineseDigits.get(character) ?? lookalikes.get(letter) ?? letter;
    flat += plain;
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(origin);
  }
  return { flat, origins };
}

interface Pattern {
  /** with flags `gd`; its first group is covered, or all of it */
  expression: RegExp;
  /** what was found is something else, and stands */
  stands?: (found: string, before: string, after: string) => boolean;
}

const unit =
  /^\s*(?:mm|cm|dm|m|kg|g|毫米|厘米|分米|米|元|块|万|件|个|只|套|张|片|根|组|天|日|小时|公斤|千克|斤|吨|台|批|箱|%|平|立方|方|粉丝|播放)(?:左右|以上|以内|以下|货)?(?!\p{L})/u;
const sizeWord = /(?:尺寸|规格|长宽高|大小|[长宽高深厚])[\s:是为约共]{0,4}$/;
const isMeasure = (_found: string, before: string, after: string) => unit.test(after) || sizeWord.test(before);
/** Five or six figures of money: WeChat and its like also pay. */
const isSum = (found: string, _before: string, after: string) =>
  /^\d{1,6}$/.test(found) && /^\s*(?:元|块|万)(?!\p{L})/u.test(after);
const isQuantity = (found: string, before: string, after: string) =>
  /^\d+$/.test(found) && (unit.test(after) || !/[号:=是为d]\s*$/.test(before));

const words = (list: string) => `(?:${list})`;
const telephone = words('电话|電話|座机|座機|手机|手機|固话|热线|传真|联系方式|致电|打给我|call|tel|phone|mobile');
const wechat = words(
  '微\\s?信|微訊|威信|薇信|徽信|微芯|绿泡泡|加微|加薇|加v|(?<![a-z])(?:we\\s?chat|weixin|v\\s?信|v\\s?x|wx(?=[\\s:=号是]))|微[❤♥]|(?<![a-z])v[❤♥]',
);
const elsewhere = words(
  '抖音|快手|小红书|钉钉|飞书|旺旺|陌陌|支付宝|视频号|公众号|(?<![a-z])(?:dingtalk|lark|telegram|whatsapp|skype|instagram|facebook)',
);
const glue = String.raw`(?:\s?(?:账号|帐号|号码|号|id))?[\s:=是为,]{0,4}`;
const account = String.raw`[a-z\d][-_a-z\d]{4,19}`;
const endings =
  'com|cn|net|org|top|xyz|shop|vip|cc|info|site|store|club|ltd|link|me|io|ai|co|tv|app|dev|xin|online|wang|tech|biz|gg';
const mailHosts = 'qq|163|126|139|189|gmail|outlook|hotmail|sina|sohu|foxmail|yeah|aliyun|icloud';

const patterns: readonly Pattern[] = [
  // Mobile numbers with letters for digits; those in digits are found apart (`digit-runs.ts`).
  {
    expression: /(?<![a-z\d])[1il][3-9][\doil]{9}(?![a-z\d])/dg,
    stands: (found) => found.replaceAll(/\D/g, '').length < 7,
  },
  // After a word for it, any seven digits and more are a number.
  {
    expression: new RegExp(String.raw`${telephone}[^\d\n]{0,6}?(\+?\d(?:[^\p{L}\p{N}\n]{0,3}\d){6,12})(?!\d)`, 'gdu'),
    stands: (_found, _before, after) => unit.test(after),
  },
  // Landlines, and numbers of companies.
  {
    expression: /(?<![\d.])\(?0(?:10|2\d|[3-9]\d{2})[) \-\u2010-\u2015]{0,2}[2-8](?:\d{6,7}|\d{2,3}[ -]\d{4})(?!\d)/dg,
    stands: isMeasure,
  },
  { expression: /(?<![\d.*x×])(?:400|800)(?:-\d{3}-\d{4}|-?\d{7}|\d-\d{3}-\d{3})(?!\d)/dg, stands: isMeasure },
  // QQ and WeChat.
  {
    expression: new RegExp(
      String.raw`(?:(?<![a-z])qq|扣扣|抠抠|(?<![a-z])q号|企鹅)群?${glue}(\d(?:[ \-]?\d){4,10})(?!\d)`,
      'gd',
    ),
  },
  { expression: /(?<![a-z\d])q群?\s?:?\s?(\d{6,11})(?![a-z\d])/dg },
  { expression: new RegExp(`${wechat}${glue}(${account})(?![a-z\\d])`, 'gd'), stands: isSum },
  {
    expression: new RegExp(String.raw`(?<![轻细略稍些])[微薇]\s?(?:号\s?)?[:=]?\s?(${account})(?![a-z\d])`, 'gd'),
    stands: (found, before, after) =>
      !/[a-z]/.test(found) || (!/[:=]\s?$/.test(before) && !/[\d_]/.test(found)) || isSum(found, before, after),
  },
  {
    expression: new RegExp(
      String.raw`(?<![a-z\d])(${account})[\s,(]{0,3}(?:是|为|也是)?(?:${wechat}|手机|qq|电话)\s?同`,
      'gd',
    ),
  },
  {
    expression: new RegExp(`${elsewhere}${glue}(${account})(?![a-z\\d])`, 'gd'),
    stands: (found, before, after) =>
      isQuantity(found, before, after) || (/^[a-z-]+$/.test(found) && !/[号:=是为d]\s*$/.test(before)),
  },
  { expression: /(?:抖音|快手|小红书|视频|公众)号\s?:\s?([^\s,.;，。；、]{2,20})/dg },
  {
    expression: /(?:加我|(?<![a-z])v(?=\s?:))(?:好友)?[\s:=是为,]{0,4}([a-z\d][-_a-z\d]{5,19})(?![a-z\d])/dg,
    stands: (found, before, after) => !/[\d_]/.test(found) || isSum(found, before, after),
  },
  // Mail and web.
  { expression: /[a-z\d][\w.%+-]*\s?@\s?[a-z\d-]*[a-z][a-z\d-]*(?:\s?[.。]\s?[a-z]{2,})*/dg },
  {
    expression: new RegExp(
      String.raw`[a-z\d][\w.+-]*\s?(?:\(at\)|\[at\]|\sat\s|#|艾特)\s?(?:${mailHosts})(?:\s?(?:[.。点]|\(dot\))\s?(?:com|cn|net))?(?![a-z])`,
      'gd',
    ),
  },
  { expression: /https?:\/\/[^\s\u3000-\u9fff,;)]+/dg },
  { expression: /(?<![a-z\d])www\.[^\s\u3000-\u9fff,;)]+/dg },
  {
    expression: new RegExp(
      String.raw`(?<![a-z\d])(?:[a-z\d-]+\s?[.点]\s?)+(?:${endings})(?![a-z\d])(?:[/?#:][^\s\u3000-\u9fff,;)]*)?`,
      'gd',
    ),
    // Of figures alone, as in a list of prices, none is an address; a drawing of Illustrator's is called .ai too.
    stands: (found, before, after) =>
      !/[a-z].*[.点]/.test(found) ||
      (found.endsWith('.ai') &&
        (/(?:图|稿|文件|附件)见?\s?$/.test(before) || /^\s?(?:文件|源文件|格式|图|稿)/.test(after))),
  },
];
