import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFrame, topFrame } from '../../../../shared/telemetry/stack-frames.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

test.each([
  [
    '    at play (https://embed.example/assets/page-abc.js:12:345)',
    'https://embed.example/assets/page-abc.js',
    12,
    345,
  ],
  [
    '    at async https://embed.example/assets/page-abc.js:1:2',
    'https://embed.example/assets/page-abc.js',
    1,
    2,
  ],
  [
    'play@http://localhost:8080/assets/page-abc.js:1:2',
    'http://localhost:8080/assets/page-abc.js',
    1,
    2,
  ],
  ['    at f (file:///home/page.js:5:6)', 'file:///home/page.js', 5, 6],
  ['@blob:null/0b1c:3:4', 'blob:null/0b1c', 3, 4],
  ['    at x (chrome-extension://abc/content.js:7:8)', 'chrome-extension://abc/content.js', 7, 8],
])('the place in %j is found', (line, url, row, column) => {
  expect(parseFrame(line)).toEqual({ url, line: row, column });
});

test.each([
  'TypeError: 1:2 is not a place',
  '    at <anonymous>:1:2',
  '    at native code',
  '',
  `https://${'a'.repeat(2_000)}:1:2`,
  'https://embed.example/a.js:1',
])('%j has no place', (line) => {
  expect(parseFrame(line)).toBeNull();
});

test('the top frame is the first line that names a place', () => {
  expect(
    topFrame(
      'Error: no\n    at <anonymous>\n    at f (https://a.example/b.js:3:4)\n    at g (https://a.example/c.js:5:6)',
    ),
  ).toEqual({ url: 'https://a.example/b.js', line: 3, column: 4 });
  expect(topFrame('')).toBeNull();
});

/** The reader's rule as a pattern, which takes quadratic time. */
const pattern =
  /((?:https?|file|blob|[a-z-]+-extension):[^\s()]{1,1000}?):(\d{1,9}):(\d{1,9})(?=\)?\s*$)/;

test('any line is read as by the pattern', () => {
  const parts = fc.constantFrom(
    ...[
      'http:',
      'https://a/',
      'xfile:',
      'blob:',
      'moz-extension',
      '-extension:',
      'a-',
      ':1',
      ':23:4',
      ':1234567890',
    ],
    ...['@', '(', ')', ' ', '\t', 'at ', '/', 'é', ':'],
    'p'.repeat(990),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (given) => {
      const line = given.join('');
      // Only the end of longer lines is read.
      fc.pre(line.length <= 4_000);
      const [, url, row, column] = pattern.exec(line) ?? [];
      const expected =
        url === undefined ? null : { url, line: Number(row), column: Number(column) };
      expect([line, parseFrame(line)]).toEqual([line, expected]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['letters', (count: number) => 'a'.repeat(count)],
  ['letters before a place', (count: number) => `${'a'.repeat(count)}:1:2`],
  ['hyphens', (count: number) => '-extension'.repeat(count / 10)],
  ['schemes', (count: number) => `${'a-extension:'.repeat(count / 12)}:1:2`],
  [
    'schemes that are too long',
    (count: number) => `${'http:'.repeat(count / 5)}${'x'.repeat(count)}:1:2`,
  ],
  ['colons', (count: number) => ':'.repeat(count)],
  ['numbers', (count: number) => ':1'.repeat(count / 2)],
  ['digits', (count: number) => `http://a:${'1'.repeat(count)}`],
  ['spaces', (count: number) => `http://a:1:2${' '.repeat(count)}x`],
  ['brackets', (count: number) => '(http://a'.repeat(count / 9)],
])('four times as many %s take about four times as long [attack-M7]', (_what, make) => {
  const timeOf = (line: string) => leastCpuMs(3, () => parseFrame(line));
  const [short, long] = [make(100_000), make(400_000)];
  timeOf(short);
  // Quadratic work would take sixteen times as long, in seconds; tiny times do not matter.
  expect(timeOf(long)).toBeLessThanOrEqual(Math.max(8 * timeOf(short), 5));
});
