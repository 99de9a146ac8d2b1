import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';

test.each([
  'x',
  'collector:4318',
  'ftp://collector/',
  'https://me:s3cret@collector.example/',
  'https://collector.example/?key=s3cret',
  'https://collector.example/#s3cret',
  `https://collector.example/${'x'.repeat(2_000)}`,
  'http://collector.example:4318/s3cret',
  'http://8.8.8.8/',
  'http://172.32.0.1/',
  'http://[2001:db8::1]/',
])('--otlp %s is refused in one sentence, which does not repeat secrets', (url) => {
  const refused = parseOptions(['--otlp', url], {});
  expect(refused).toEqual({
    ok: false,
    error: {
      code: 'INVALID_VALUE',
      message:
        '--otlp: a collector must be an https URL without a user name and a query; http is possible on this machine and in private networks only.',
    },
  });
});

test.each(['https://collector.example/v1/metrics', 'http://127.0.0.1:4318/v1/logs/'])(
  '--otlp %s, the address of one kind, is refused with the fix',
  (url) => {
    expect(parseOptions(['--otlp', url], {})).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('give the collector’s base address') },
    });
  },
);

test.each([
  ['https://collector.example/api/otlp/', 'https://collector.example/api/otlp'],
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318'],
  ['http://localhost:4318/', 'http://localhost:4318'],
  ['http://[::1]:4318', 'http://[::1]:4318'],
  ['http://[fd00::5]:4318', 'http://[fd00::5]:4318'],
  ['http://10.1.2.3:4318', 'http://10.1.2.3:4318'],
  ['http://172.31.0.1', 'http://172.31.0.1'],
  ['http://192.168.0.9:4318', 'http://192.168.0.9:4318'],
  ['http://otel-collector:4318', 'http://otel-collector:4318'],
  ['http://collector.monitoring.svc:4318', 'http://collector.monitoring.svc:4318'],
  ['http://collector.internal', 'http://collector.internal'],
])('--otlp %s is the collector %s', (url, otlp) => {
  expect(parseOptions(['--otlp', url], {})).toMatchObject({ ok: true, value: { otlp } });
});
