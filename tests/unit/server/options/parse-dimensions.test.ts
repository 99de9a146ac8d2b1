import { expect, test } from 'vitest';
import { parseReportQuery } from '../../../../server/operator/telemetry/parse-report-query.ts';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { audienceDimensions } from '../../../../shared/telemetry/audience-report.ts';
import { isCustom } from '../../../../shared/telemetry/document-dimensions.ts';

const parsed = (...names: string[]) => {
  const argv = names.flatMap((name) => ['--dimension', name]);
  const options = parseOptions(argv, {}, '/work');
  if (!options.ok) return options.error.message;
  if (options.value === 'help') throw new Error('not help');
  return options.value.dimensions;
};

test('up to three dimensions have names, in options of their own or with commas', () => {
  expect(parsed()).toEqual([]);
  expect(parsed('section', 'plan_2', 'f')).toEqual(['section', 'plan_2', 'f']);
  expect(parsed('section, plan')).toEqual(['section', 'plan']);
});

test.each([
  [
    ['Section'],
    '--dimension "Section" is no name of a dimension; use small letters, digits and _, and begin with a letter: section.',
  ],
  [['2nd'], expect.stringContaining('is no name of a dimension')],
  [['a.b'], expect.stringContaining('is no name of a dimension')],
  [['__proto__'], expect.stringContaining('is no name of a dimension')],
  [['größe'], expect.stringContaining('is no name of a dimension')],
  [['a'.repeat(25)], expect.stringContaining('has more than 24 characters; give a shorter name.')],
  [['plan', 'plan'], '--dimension "plan" is given twice.'],
  [['a', 'b', 'c', 'd'], '--dimension: at most 3 dimensions are possible; leave out 1.'],
  [
    ['country'],
    '--dimension "country" is a filter of the reports already; choose another name, such as own_country.',
  ],
])('the names %j are refused with the fix', (names, message) => {
  expect(parsed(...names)).toEqual(message);
});

test('no name is that of a filter or of a group that all servers have', () => {
  const { error } = parseReportQuery({ wrong: '' }, 1, { lists: true }) as {
    error: { message: string };
  };
  const filters = error.message.split('use ')[1]?.replace('.', '').split(', ') ?? [];
  expect(filters.length).toBeGreaterThan(7);
  for (const name of [...filters, ...audienceDimensions.filter((one) => !isCustom(one))])
    expect(parsed(name), name).toContain('is a filter of the reports already');
});
