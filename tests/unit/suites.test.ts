import { expect, test } from 'vitest';
import { runPlan, testPlan } from '../../scripts/lib/suites.js';

const suite = (name: string) => ({ name, command: 'vitest', args: [] });

test('a stage starts when every lane of the one before has ended', async () => {
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const stages = [[[suite('browser')], [suite('unit'), suite('postgres')]], [[suite('e2e')]]];
  const done = runPlan({ stages, untested: [] }, ({ name }) => {
    seen.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  expect(seen).toEqual(['browser', 'unit']);
  await end('unit');
  expect(seen).toEqual(['browser', 'unit', 'postgres']);
  await end('postgres');
  expect(seen).toHaveLength(3);
  await end('browser');
  expect(seen.at(-1)).toBe('e2e');
  await end('e2e');
  await done;
});

test('each suite has a unique name, under which its report is stored', () => {
  const names = testPlan()
    .stages.flat(2)
    .map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['types', 'unit', 'postgres', 'browser', 'e2e']));
  expect(new Set(names).size).toBe(names.length);
});
