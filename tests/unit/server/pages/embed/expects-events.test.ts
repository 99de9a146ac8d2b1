import { expect, test } from 'vitest';
import { expectsEvents } from '../../../../../server/pages/embed/expects-events.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const framed = { 'Sec-Fetch-Dest': 'iframe', 'User-Agent': chrome };

const asked = (
  headers: Readonly<Record<string, string>>,
  config: Partial<Parameters<typeof expectsEvents>[1]> = {},
  method = 'GET',
) => expectsEvents({ method, header: (name) => headers[name] }, { args: {}, ...config });

test('a page that a browser shows in a frame should send events', () => {
  expect(asked(framed)).toBe(true);
});

test.each([
  ['opened without a frame', { 'Sec-Fetch-Dest': 'document' }],
  ['fetched by a script', { 'Sec-Fetch-Dest': 'empty' }],
  ['in an element whose page the player does not know', { 'Sec-Fetch-Dest': 'object' }],
  ['prefetched', { 'Sec-Purpose': 'prefetch' }],
  ['rendered in advance', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['prefetched by an older browser', { Purpose: 'prefetch' }],
  ['prefetched by an older Firefox', { 'X-Moz': 'prefetch' }],
  ['for a program without a name', { 'User-Agent': '' }],
  ['for a program', { 'User-Agent': 'offstage-monitor' }],
  [
    'for a crawler',
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  [
    'for a crawler with a browser’s name',
    {
      'User-Agent': `${chrome.replace('(X11; Linux x64)', '(Linux; Android 6.0.1; Nexus 5X)')} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    },
  ],
])('a page %s is not expected to send any', (_, headers) => {
  expect(asked({ ...framed, ...headers })).toBe(false);
});

test('a browser that does not name the destination of its request is not counted', () => {
  expect(asked({ 'User-Agent': chrome })).toBe(false);
});

test('a request for the headers only is not counted', () => {
  expect(asked(framed, {}, 'HEAD')).toBe(false);
});

test('a page without telemetry is not expected to send events', () => {
  expect(asked(framed, { telemetry: false })).toBe(false);
});

test.each([
  [undefined, undefined, true],
  ['granted', undefined, true],
  ['pending', undefined, false],
  ['refused', undefined, false],
  // The address decides, as in the page.
  ['pending', 'granted', true],
  ['pending', '1', true],
  ['granted', 'pending', false],
  ['granted', '0', false],
  ['granted', 'yes, please', false],
  [undefined, 'refused', false],
] as const)(
  'with the consent %s in the config and %s in the address, a page is counted: %s',
  (consent, inAddress, isCounted) => {
    const config = {
      ...(consent && { consent }),
      ...(inAddress !== undefined && { args: { consent: inAddress } }),
    };
    expect(asked(framed, config)).toBe(isCounted);
  },
);
