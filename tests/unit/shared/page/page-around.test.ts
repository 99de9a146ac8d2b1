import { expect, test } from 'vitest';
import { pageAround } from '../../../../shared/page/page-around.ts';
import { withoutTokens } from '../../../../shared/wire/without-tokens.ts';

test.each([
  ['https://host.example/a/b', 'https://host.example/a/b'],
  ['https://host.example/a?token=secret', 'https://host.example/a'],
  ['https://host.example?secret', 'https://host.example'],
  ['https://host.example/#/secret', 'https://host.example/'],
  ['https://ann:secret@host.example/a', 'https://host.example/a'],
  ['https://ann:secret@x@host.example/a', 'https://host.example/a'],
  ['HTTPS://host.example:8443/a', 'HTTPS://host.example:8443/a'],
  ['https://player.example/watch/private0001?token=secret', 'https://player.example/'],
  ['https://player.example/media/~1.secret/a.mp4', 'https://player.example/'],
  ['https://player.example', 'https://player.example/'],
  ['http://player.example:8080/a', 'http://player.example:8080/a'],
  ['file:///home/secret', ''],
  ['javascript:secret', ''],
  ['data:text/html,https://secret.example/', ''],
  ['secret', ''],
  ['', ''],
])('the page %s is reported by a player at player.example as %s', (url, reported) => {
  expect(pageAround(url, 'player.example')).toBe(reported);
});

const signature = 'S'.repeat(43);

test.each([
  [
    `GET https://a.example/watch/x?t=1&token=1700000000.${signature}&b=2`,
    'GET https://a.example/watch/x?t=1&token=&b=2',
  ],
  [`{"url":"/embed/x?token=1.host.example.${signature}"}`, '{"url":"/embed/x?token="}'],
  [`/embed/x?token=1.localhost:4401.${signature}`, '/embed/x?token='],
  [
    `    at (https://a.example/embed/x?token=1.${signature}:1:2)`,
    '    at (https://a.example/embed/x?token=:1:2)',
  ],
  [`/media/~1700000000.private0001.${signature}/film/a.m3u8 failed`, '/media//film/a.m3u8 failed'],
  ['a token=sign of its own, ~1.2.3', 'a token=sign of its own, ~1.2.3'],
])('a report of %s contains nothing that opens a video', (text, left) => {
  expect(withoutTokens(text)).toBe(left);
});

test('texts are searched in linear time', () => {
  for (const piece of ['?token=', '~1', '~1.aaaaaaaaaaa.', '&token', '~~~', '?token=:1', ':1'])
    expect(withoutTokens(piece.repeat(100_000)).length).toBeGreaterThan(0);
});
