import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';

test('webhooks go to a few receivers by https, or on this machine, and errors do not repeat their secrets', () => {
  const urls = ['https://hooks.example/a?key=s3cret', 'http://127.0.0.1:9000/'];
  const parsed = parseOptions(['--webhook', urls[0] ?? '', '--webhook', urls[1] ?? ''], {});
  expect(parsed).toMatchObject({ ok: true, value: { webhooks: urls } });
  const twice = parseOptions(['--webhook', `${urls[0]} ${urls[0]}`], {});
  expect(twice).toMatchObject({ ok: true, value: { webhooks: [urls[0]] } });
  for (const wrong of ['http://hooks.example/?s3cret', 'https://me:s3cret@hooks.example/', 'x']) {
    const refused = parseOptions(['--webhook', wrong], {});
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_VALUE' } });
    expect(JSON.stringify(refused)).not.toContain('s3cret');
  }
  const many = Array.from({ length: 6 }, (_, n) => `https://hooks.example/${n}`).join(' ');
  expect(parseOptions(['--webhook', many], {})).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('at most 5 receivers') },
  });
});
