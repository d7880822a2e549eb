/**
 * Which wording of 用户协议 and 隐私政策 a person agrees to: the day it came into force. A change of either page's
 * wording is a new version.
 */
export const agreementVersion = '2026-11-01' as const;
