import { expect, test } from 'vitest';
import type { ScreenReading } from '../../../../../shared/telemetry/device-report.ts';
import { saysHiDpi } from '../../../../../shared/wire/hi-dpi-cookie.ts';
import { nextCookie } from '../../../../../worker/viewer/device/next-cookie.ts';

const plain: ScreenReading = {
  pixelRatio: 1,
  cookies: '',
  isHttps: true,
  isSecure: true,
  isFramed: true,
};
const next = (changes: Partial<ScreenReading>) => nextCookie({ ...plain, ...changes }, true);

test.each([
  ['in a frame over https', {}, '; SameSite=None; Secure; Partitioned'],
  [
    'in a frame on this machine, which browsers trust',
    { isHttps: false },
    '; SameSite=None; Secure; Partitioned',
  ],
  ['in a frame over http', { isHttps: false, isSecure: false }, '; SameSite=Lax'],
  ['in a window over https', { isFramed: false }, '; SameSite=Lax; Secure'],
  ['in a window on this machine', { isFramed: false, isHttps: false }, '; SameSite=Lax'],
])(
  'the cookie of a hi-dpi screen lasts for 63,072,000 s and is removed with the same attributes, %s [spec-9.19]',
  (_where, page, attributes) => {
    expect(next({ pixelRatio: 2, ...page })).toBe(
      `offstage_hidpi=1; Max-Age=63072000; Path=/${attributes}`,
    );
    expect(next({ cookies: 'offstage_hidpi=1', ...page })).toBe(
      `offstage_hidpi=; Max-Age=0; Path=/${attributes}`,
    );
  },
);

test('a cookie that is already right is not written', () => {
  expect(next({ pixelRatio: 1.5, cookies: 'a=b; offstage_hidpi=1' })).toBeNull();
  expect(next({ pixelRatio: 1.49, cookies: 'a=b; offstage_hidpix=1' })).toBeNull();
  expect(next({ pixelRatio: 0 })).toBeNull();
});

test('a malformed cookie is written again, and removed when the screen is not hi-dpi', () => {
  expect(next({ pixelRatio: 2, cookies: 'offstage_hidpi=yes' })).toContain('offstage_hidpi=1');
  expect(next({ cookies: 'offstage_hidpi=yes' })).toContain('Max-Age=0');
});

test.each([
  ['offstage_hidpi=1', true],
  ['  x=1;offstage_hidpi=1 ;y', true],
  ['offstage_hidpi=1; offstage_hidpi=0', true],
  ['offstage_hidpi=0; offstage_hidpi=1', false],
  ['', false],
  [';;;=;', false],
  ['offstage_hidpi', false],
  ['offstage_hidpi=', false],
  ['offstage_hidpi=11', false],
  ['offstage_hidpi="1"', false],
  ['offstage_hidpi=%31', false],
  ['OFFSTAGE_HIDPI=1', false],
  ['x=offstage_hidpi=1', false],
  ['__proto__=1; constructor=1', false],
  [`${'a=b; '.repeat(100_000)}offstage_hidpi=1`, true],
])('the cookies %.40j say that the screen is hi-dpi: %s', (cookies, expected) => {
  expect(saysHiDpi(cookies)).toBe(expected);
});

test('a viewer without consent gets no cookie, and loses an earlier one', () => {
  const hiDpi = { ...plain, pixelRatio: 2 };
  expect(nextCookie(hiDpi, false)).toBeNull();
  expect(nextCookie({ ...hiDpi, cookies: 'offstage_hidpi=1' }, false)).toContain('Max-Age=0');
});
