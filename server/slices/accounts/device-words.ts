import { isIP, isIPv4 } from 'node:net';
import type { DeviceKind } from '../../../contract/devices.ts';

type Named = readonly [sign: RegExp, name: string, kind: DeviceKind];

// What calls itself several things is what comes first.
const systems: readonly Named[] = [
  [/iPad/, 'iPad', 'tablet'],
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/OpenHarmony|HarmonyOS|ArkWeb/, '鸿蒙设备', 'phone'],
  [/Android.*Mobile|Mobile.*Android/, '安卓手机', 'phone'],
  [/Android/, '安卓平板', 'tablet'],
  [/Windows/, 'Windows 电脑', 'computer'],
  [/Macintosh|Mac OS X/, 'Mac 电脑', 'computer'],
  [/CrOS/, 'Chromebook', 'computer'],
  [/Linux|X11/, 'Linux 电脑', 'computer'],
];

const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/AlipayClient/, '支付宝'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
  [/QQBrowser|MQQBrowser/, 'QQ 浏览器'],
  [/UCBrowser|UCWEB/, 'UC 浏览器'],
  [/Quark/, '夸克浏览器'],
  [/QIHU|360SE|360EE/, '360 浏览器'],
  [/MetaSr|SogouMobileBrowser/, '搜狗浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge 浏览器'],
  [/OPR\/|Opera/, 'Opera 浏览器'],
  [/Firefox|FxiOS/, 'Firefox 浏览器'],
  [/Chrome|CriOS|Chromium/, 'Chrome 浏览器'],
  [/Safari/, 'Safari 浏览器'],
];

/** Device and browser in words, as far as the browser's own account of itself goes: Windows 电脑 · Edge 浏览器. */
export function deviceOf(userAgent: string): { name: string; kind: DeviceKind } {
  const [, system, kind] = systems.find(([sign]) => sign.test(userAgent)) ?? [];
  const [, browser] = browsers.find(([sign]) => sign.test(userAgent)) ?? [];
  const name = [system, browser].filter((part) => part !== undefined).join(' · ');
  return { name: name || '未知设备', kind: kind ?? 'other' };
}

/** Half of an address: enough to know one's own by. '' for what is none. */
export function maskedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] as string;
  if (isIP(plain) === 0) return '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  const [first = '', second = ''] = plain.split(':');
  return `${first}:${second}:*`;
}
