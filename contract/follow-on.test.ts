import { describe, expect, it } from 'vitest';
import { prefillFromLine, type Told } from './follow-on.ts';
import { stages } from './stages/index.ts';
import { polish } from './stages/polish.test-data.ts';
import { deliveredKey, type Stage } from './stages/stage.ts';

const all = [...stages, polish];
const stageOf = (key: string) => all.find((stage) => stage.key === key) as Stage;
const told = (key: string, values: Record<string, unknown>): Told => ({
  stage: stageOf(key),
  demandNid: `N-${key}`,
  values,
});
/** inner key → [value, number of the demand that said it] */
const prefill = (key: string, before: Told[], again?: Told) =>
  Object.fromEntries(
    prefillFromLine(stageOf(key), before, again).map((one) => [one.key, [one.value, one.from.demandNid]]),
  );

const stock = told('stock', { name: '会议桌', wood: '橡木', quantity: 12, pictures: ['/files/a.jpg'], files: [] });
const spray = told('spray', {
  name: '会议桌喷涂',
  types: ['床头柜', '其他'],
  quantity: 200,
  description: '水性漆两底两面，色号 N-12',
  pictures: ['/files/b.jpg'],
  files: ['/files/b/图.pdf'],
});

describe('[D-09] what a follow-on takes over', () => {
  it('takes name, pictures of the work before those asked for, and files from the stage before', () => {
    const proofing = told('proofing', {
      name: '三层猫爬架',
      types: ['其他'],
      description: '先看白坯，再上水性漆，四角圆弧',
      pictures: ['/files/1.jpg', '/files/2.jpg', '/files/3.jpg'],
      files: ['/files/x/三视图.pdf'],
      [deliveredKey]: ['/files/w1.jpg', '/files/w2.jpg', '/files/1.jpg', '/files/w3.jpg'],
    });
    expect(prefill('stock', [proofing])).toEqual({
      name: ['三层猫爬架', 'N-proofing'],
      pictures: [
        ['/files/w1.jpg', '/files/w2.jpg', '/files/1.jpg', '/files/w3.jpg', '/files/2.jpg', '/files/3.jpg'],
        'N-proofing',
      ],
      files: [['/files/x/三视图.pdf'], 'N-proofing'],
    });
  });

  it('puts the material where there is a field for words, and never cubic metres into pieces', () => {
    const make = told('make', { name: '会议桌', structure: ['榫卯'], pictures: ['/files/m.jpg'], files: [] });
    expect(prefill('spray', [make, stock])).toEqual({
      name: ['会议桌', 'N-make'],
      description: ['木材名称：橡木', 'N-stock'],
      pictures: [['/files/m.jpg'], 'N-make'],
    });
  });

  it('goes back to the nearest stage that says it: pieces and types from spraying, over sales, to logistics', () => {
    const sam = told('sam', { name: '会议桌铺货', company: '三榫制造', pictures: ['/files/s.jpg'], files: [] });
    expect(prefill('logistics', [sam, spray, stock])).toEqual({
      name: ['会议桌铺货', 'N-sam'],
      productTypes: [['床头柜', '其他'], 'N-spray'],
      quantity: ['200', 'N-spray'],
      description: ['木材名称：橡木', 'N-stock'],
      pictures: [['/files/s.jpg'], 'N-sam'],
      files: [['/files/b/图.pdf'], 'N-spray'],
    });
  });

  it('cuts what the field does not take, and leaves out what it has no choice for', () => {
    const long = told('design', { name: '木'.repeat(30), types: ['厨房'], pictures: Array(9).fill('/files/1.jpg') });
    expect(prefill('proofing', [long])).toEqual({
      name: ['木'.repeat(20), 'N-design'],
      pictures: [['/files/1.jpg'], 'N-design'],
    });
  });

  it('takes all that was said when a stage is raised again, but for money and time', () => {
    const again = told('spray', { ...spray.values, pictures: [], budget: 350000 });
    const make = told('make', { name: '会议桌', pictures: ['/files/m.jpg'], files: [] });
    expect(prefill('spray', [make, stock], { ...again, demandNid: 'N-again' })).toEqual({
      name: ['会议桌喷涂', 'N-again'],
      types: [['床头柜', '其他'], 'N-again'],
      quantity: ['200', 'N-again'],
      description: ['水性漆两底两面，色号 N-12', 'N-again'],
      pictures: [['/files/m.jpg'], 'N-make'],
      files: [['/files/b/图.pdf'], 'N-again'],
    });
  });

  it('works for a stage that nobody has thought of yet', () => {
    const logistics = told('logistics', { name: '会议桌', quantity: 60, pictures: ['/files/l.jpg'], files: [] });
    expect(prefill('polish', [logistics, stock])).toMatchObject({
      name: ['会议桌', 'N-logistics'],
      description: ['木材名称：橡木', 'N-stock'],
    });
  });
});

// A value that is taken over as it is must be one that the form lets through; a beginning of a description is typed on.
it.each(all.map((stage, index) => [stage.name, stage, index] as const))(
  '[D-09] every value that %s takes over is one that its form takes',
  (_name, stage, index) => {
    const before = all.slice(0, index).toReversed();
    const said = before.map((one) =>
      told(one.key, Object.fromEntries(one.demand.map(({ key, schema, example }) => [key, schema.parse(example)]))),
    );
    const values = prefillFromLine(stage, said);
    expect(values.length > 0).toBe(index > 0);
    for (const { key, value } of values.filter((one) => one.key !== 'description')) {
      const { schema } = stage.demand.find((field) => field.key === key)!;
      expect([key, schema.safeParse(value).success]).toEqual([key, true]);
    }
  },
);
