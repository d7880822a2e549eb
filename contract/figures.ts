/** A number as people read it, thousands apart, with its unit: `12,000 平方米`, `82%`. Anything that is no number stays as it is. */
export function inFigures(value: string, unit = ''): string {
  const [, sign = '', whole, rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(value) ?? [];
  const digits = whole === undefined ? value : `${sign}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
  return unit === '' || unit === '%' ? digits + unit : `${digits} ${unit}`;
}
