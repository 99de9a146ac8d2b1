import { expect, test } from 'vitest';
import { reportLimits } from '../../../../../server/store/reports/report-limits.ts';
import { versionOf } from '../../../../../server/store/reports/version-of.ts';

const contextOf = (clientVersion: unknown) => JSON.stringify({ client: { clientVersion } });

test.each(['0.1.0', '1.20260601.0', '2.0.0-beta.1+build.5', '7', 'v'.repeat(50)])(
  'the version %s is kept',
  (version) => {
    expect(versionOf(contextOf(version))).toBe(version);
  },
);

test.each<[string, unknown]>([
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a formula', '=cmd("x")'],
  ['a formula that begins with a sign', '-1+cmd'],
  ['control characters', '1.0\u001b[31m'],
  ['a line end', '1.0\n2.0'],
  ['a line end at the end', '1.0\n'],
  ['a text that runs backwards', '1.0\u202e0.2'],
  ['a NUL, which PostgreSQL refuses', '1.0\u0000'],
  ['a lone surrogate', '1.0\ud800'],
  ['spaces', '1 0'],
  ['an endless text', '1'.repeat(reportLimits.versionMaxChars + 1)],
  ['nothing', ''],
  ['a number', 1],
  ['a list', ['1.0']],
])('%s is no version [threat-invented-versions]', (_what, version) => {
  expect(versionOf(contextOf(version))).toBe('');
});

test.each(['{}', 'null', '[]', '{"client":null}', '{"client":{}}'])(
  'a context without a version has none: %s',
  (context) => {
    expect(versionOf(context)).toBe('');
  },
);
