import { expect, test } from 'vitest';
import { parseOptions } from '../../../../../server/options/parse-options.js';

function targetOf(url: string) {
  const parsed = parseOptions(['--parquet', url], {});
  if (!parsed.ok || parsed.value === 'help') throw new Error('it is an address');
  return parsed.value.parquet;
}

function messageOf(url: string): string {
  const parsed = parseOptions(['--parquet', url], {});
  return parsed.ok ? 'accepted' : parsed.error.message;
}

test('an address names bucket, prefix and region', () => {
  expect(targetOf('s3://my-bucket/video/events?region=eu-central-1')).toEqual({
    bucket: 'my-bucket',
    prefix: 'video/events/',
    region: 'eu-central-1',
    endpoint: null,
  });
});

test('another server than Amazon’s has an endpoint, and needs no region', () => {
  expect(targetOf('s3://events?endpoint=https://s3.example.org')).toEqual({
    bucket: 'events',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'https://s3.example.org',
  });
  expect(targetOf('s3://events/?endpoint=http%3A%2F%2F10.0.0.7%3A9000%2F&region=r1')).toMatchObject(
    {
      prefix: '',
      region: 'r1',
      endpoint: 'http://10.0.0.7:9000',
    },
  );
  expect(targetOf('s3://events/a=1/b_c.d/?endpoint=http://minio:9000')?.prefix).toBe('a=1/b_c.d/');
});

test.each([
  'events',
  'https://events.s3.amazonaws.com/',
  'S3:/events',
  's3:events',
  's3://events?region=eu-central-1#part',
  `s3://events/${'x'.repeat(2_000)}?region=eu-central-1`,
])('%s is no address of a bucket', (url) => {
  expect(messageOf(url)).toBe(
    '--parquet is not the address of a bucket; use an address such as s3://my-bucket/offstage?region=eu-central-1, or for another server s3://my-bucket/offstage?endpoint=https://s3.example.org.',
  );
});

test.each([
  's3://AKIAEXAMPLE:s3cret@events/?region=eu-central-1',
  's3://AKIAEXAMPLE@events/?region=eu-central-1',
  's3://events?region=eu-central-1&secret_access_key=s3cret',
  's3://events?region=eu-central-1&accessKeyId=s3cret',
  's3://events?sessionToken=s3cret',
  's3://events?password=s3cret',
])(
  'credentials do not belong into %s, and are not repeated [threat-parquet-credentials]',
  (url) => {
    const message = messageOf(url);
    expect(message).toContain('--parquet must not hold credentials; set AWS_ACCESS_KEY_ID');
    expect(message).not.toMatch(/s3cret|AKIAEXAMPLE/);
  },
);

test.each([
  's3://?region=r1',
  's3:///events?region=r1',
  's3://ab?region=r1',
  's3://Events?region=r1',
  's3://my_bucket?region=r1',
  's3://-events?region=r1',
  's3://eve..nts?region=r1',
  's3://10.0.0.1?region=r1',
  `s3://${'x'.repeat(64)}?region=r1`,
  's3://events:443?region=r1',
  's3://events%2Fother?region=r1',
])('%s has no valid bucket', (url) => {
  expect(messageOf(url)).toContain('--parquet has no valid name of a bucket');
});

test.each([
  's3://events/../other?region=r1',
  's3://events/./x?region=r1',
  's3://events//x?region=r1',
  's3://events/x//?region=r1',
  's3://events/a%2Fb?region=r1',
  's3://events/a b?region=r1',
  's3://events/é?region=r1',
  's3://events/*?region=r1',
  "s3://events/a'b?region=r1",
  `s3://events/${'x'.repeat(300)}?region=r1`,
])('%s has a prefix that some readers cannot name', (url) => {
  expect(messageOf(url)).toContain('--parquet has a prefix that some readers cannot name');
});

test.each(['s3://events?region=r1&region=r2', 's3://events?region=r1&acl=public'])(
  '%s has an unknown setting, or one twice',
  (url) => {
    expect(messageOf(url)).toContain('--parquet may have region and endpoint');
  },
);

test.each([
  's3://events',
  's3://events?region=',
  's3://events?region=EU/1',
  's3://events?region=a.b',
])('%s has no region', (url) => {
  expect(messageOf(url)).toContain('--parquet needs the region of the bucket');
});

test.each([
  '',
  's3.example.org',
  'ftp://s3.example.org',
  'http://s3.example.org',
  'http://8.8.8.8:9000',
  'https://me:s3cret@s3.example.org',
  'https://s3.example.org/path',
  'https://s3.example.org/?x=1',
  'https://s3.example.org/%23x',
])('an endpoint %s is refused [threat-parquet-credentials]', (endpoint) => {
  const message = messageOf(`s3://events?endpoint=${endpoint}`);
  expect(message).toContain('--parquet needs an https endpoint');
  expect(message).not.toContain('s3cret');
});

test('without the option nothing is written', () => {
  const parsed = parseOptions([], {});
  expect(parsed).toMatchObject({ ok: true, value: { parquet: null } });
});
