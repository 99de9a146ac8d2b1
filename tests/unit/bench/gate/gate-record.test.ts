import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gateParts } from '../../../../bench/gate/gate-parts.ts';
import { readGateRecord } from '../../../../bench/gate/gate-record.ts';
import { tempDirectory } from '../../server/support/temp-directory.ts';

test('each figure that the gate judges is recorded', () => {
  const { figures } = readGateRecord();
  const wanted = gateParts.flatMap(({ part, checks }) =>
    checks.map(({ lanes, measure }) => `${part} ${lanes.join(' and ')} ${measure.id}`),
  );
  expect(Object.keys(figures).toSorted()).toEqual(wanted.toSorted());
});

test('without a record, the gate says how to make one', () => {
  const missing = join(tempDirectory(), 'gate.json');
  expect(() => readGateRecord(missing)).toThrow('npm run bench -- --gate --record');
});

test.each([
  ['is no JSON', 'measured'],
  ['has no rounds', '{"measuredAt":"2026-11-26T02:00:00Z","browser":"x","figures":{"load":[]}}'],
])('a record that %s is refused by its name', (_, text) => {
  const directory = tempDirectory({ 'gate.json': text });
  expect(() => readGateRecord(join(directory, 'gate.json'))).toThrow('gate.json is damaged');
});
