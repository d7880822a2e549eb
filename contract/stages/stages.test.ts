import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stages } from './index.ts';
import { polish } from './polish.test-data.ts';
import { refusals } from './refusals.test-data.ts';
import { inward, type StageField, wireShape, wordOf } from './stage.ts';

const examples = (fields: readonly StageField[]) =>
  Object.fromEntries(fields.map((field) => [field.wire, field.example]));

describe('the catalogue', () => {
  it('has the seven stages of rulings §1 in the order of the chain', () => {
    expect(stages.map(({ number, key, name, op, statusField }) => [number, key, name, op, statusField])).toEqual([
      [1, 'design', '设计', 'Design', 'designDemandStatus'],
      [2, 'proofing', '打样', 'Proof', 'proofDemandStatus'],
      [3, 'stock', '备料', 'Prepare', 'prepareDemandStatus'],
      [4, 'make', '制造', 'Produce', 'marketingDemandStatus'],
      [5, 'spray', '喷涂', 'Spray', 'sprayDemandStatus'],
      [6, 'sam', '供销', 'Marketing', 'produceDemandStatus'],
      [7, 'logistics', '物流', 'Logistics', 'logisticsDemandStatus'],
    ]);
  });

  it('gives every stage names of its own', () => {
    const all = [...stages, polish];
    for (const name of [
      'number',
      'key',
      'name',
      'op',
      'statusField',
      'nidField',
      'nidPrefix',
      'enterpriseType',
    ] as const) {
      expect([...new Set(all.map((stage) => stage[name]))]).toEqual(all.map((stage) => stage[name]));
    }
  });

  it('names only fields that it has in what cards show', () => {
    for (const { case: fields, demand, headline = [], gauge, needTop } of [...stages, polish]) {
      expect(fields.map(({ key }) => key)).toEqual(expect.arrayContaining([...headline]));
      const drawn = fields.find(({ key }) => key === gauge?.key)?.widget;
      expect(drawn).toEqual(gauge && { kind: 'number', unit: '%' });
      const measure = demand.find(({ key, widget }) => key === 'quantity' && widget.kind === 'number');
      expect(needTop === undefined || measure !== undefined).toBe(true);
    }
  });

  it('has a word for every value of a bar', () => {
    for (const { gauge } of stages.filter((stage) => stage.gauge)) {
      const words = Array.from({ length: 101 }, (_, value) => wordOf(gauge!, value));
      expect(words).not.toContain('');
      expect(new Set(words).size).toBe(gauge!.bands.length);
    }
  });

  it('has 6 for logistics and 7 for sales among the enterprise types', () => {
    expect(stages.toSorted((a, b) => a.enterpriseType - b.enterpriseType).map((stage) => stage.name)).toEqual([
      '设计',
      '打样',
      '备料',
      '制造',
      '喷涂',
      '物流',
      '供销',
    ]);
  });
});

describe.each([...stages, polish])('$name', (stage) => {
  it('reads its own examples, of demand and case', () => {
    for (const fields of [stage.demand, stage.case]) {
      const values = z.object(wireShape(fields)).parse(examples(fields));
      expect(Object.keys(inward(fields, values))).toEqual(fields.map((field) => field.key));
    }
  });

  it('has each wire name once', () => {
    for (const fields of [stage.demand, stage.case]) {
      expect(new Set(fields.map((field) => field.wire)).size).toBe(fields.length);
    }
  });

  it('ends with deadline and budget', () => {
    expect(stage.demand.slice(-2).map((field) => field.key)).toEqual(['deadline', 'budget']);
  });
});

// A schema has no clock: that a deadline has passed is said by the form and by the call.
const withoutClock = Object.entries(refusals).flatMap(([key, list]) =>
  list.filter((refused) => refused.message !== '截止时间不能早于现在').map((refused) => ({ key, ...refused })),
);

it.each(withoutClock)(
  '[D-02] [D-03] [D-04] [D-05] [D-06] [D-07] [D-08] $key refuses $field=$value with $message',
  ({ key, field, value, message }) => {
    const stage = stages.find((one) => one.key === key)!;
    const parsed = z.object(wireShape(stage.demand)).safeParse({ ...examples(stage.demand), [field]: value });
    expect(parsed.error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  },
);
