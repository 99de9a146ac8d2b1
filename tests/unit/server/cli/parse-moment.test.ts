import { expect, test } from 'vitest';
import { parseMoment } from '../../../../server/cli/parse-moment.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T12:00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31 12:00:05', '2026-01-31T12:00:05.000Z'],
  ['2026-01-31T12:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T12:00:00.250Z', '2026-01-31T12:00:00.250Z'],
  ['90s', '2026-03-10T11:58:30.000Z'],
  ['2h', '2026-03-10T10:00:00.000Z'],
  ['7d', '2026-03-03T12:00:00.000Z'],
  ['1w', '2026-03-03T12:00:00.000Z'],
])('%s is %s', (text, iso) => {
  const parsed = parseMoment(text, now);
  expect(parsed.ok && new Date(parsed.value).toISOString()).toBe(iso);
});

test.each([
  '',
  'yesterday',
  '2h30',
  '-2h',
  '2026',
  '2026-13-01',
  '2026-01-31T25:00',
  '31.1.2026',
  '2026-01-31Z',
])('"%s" is refused: it is not a time', (text) => {
  expect(parseMoment(text, now)).toMatchObject({ ok: false, error: { code: 'BAD_TIME' } });
});
