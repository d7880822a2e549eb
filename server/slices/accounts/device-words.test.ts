import { expect, it } from 'vitest';
import { deviceOf, maskedAddress } from './device-words.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Windows 电脑 · Edge 浏览器',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49',
    'iPhone · 微信',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    '安卓手机 · Chrome 浏览器',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    '安卓平板 · Chrome 浏览器',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4',
    '鸿蒙设备 · 华为浏览器',
    'phone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Mac 电脑 · Safari 浏览器',
    'computer',
  ],
  ['curl/8.5.0', '未知设备', 'other'],
  ['', '未知设备', 'other'],
])('%s is %s', (userAgent, name, kind) => {
  expect(deviceOf(userAgent)).toEqual({ name, kind });
});

it.each([
  ['203.0.113.9', '203.0.*.*'],
  ['::ffff:203.0.113.9', '203.0.*.*'],
  ['2408:8207:7841:aa00::1', '2408:8207:*'],
  ['fe80::1%eth0', 'fe80::*'],
  ['seed', ''],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
