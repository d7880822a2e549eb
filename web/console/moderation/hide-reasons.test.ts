import { expect, test } from 'vitest';
import { reportReasons, type ReportReason } from '../../../contract/report-reasons.ts';
import { hideReasons } from './hide-reasons.ts';

test('[P-04] what answers the reports is offered first, and nothing twice', () => {
  const usual = hideReasons([]);
  expect(hideReasons(['untrue'])[0]).toBe('内容不实，请核实并改正后重新发布');
  expect(hideReasons(['infringing', 'untrue', 'infringing']).slice(0, 2)).toEqual([
    '盗用他人的图片或文字',
    '内容不实，请核实并改正后重新发布',
  ]);
  expect(hideReasons(['other'])).toEqual(usual);
  for (const reason of Object.keys(reportReasons) as ReportReason[])
    expect(hideReasons([reason]).toSorted()).toEqual(usual.toSorted());
});
