import { expect, test } from 'vitest';
import { parseSource } from '../../../../../server/cli/live/parse-source.ts';
import { sendTo } from '../../../../../server/cli/live/send-to.ts';

test.each([
  ['rtmp://0.0.0.0/live', { type: 'rtmp', host: '0.0.0.0', port: 1_935, app: 'live' }],
  ['RTMP://media.example:80/a-b/', { type: 'rtmp', host: 'media.example', port: 80, app: 'a-b' }],
  ['rtmp://[::1]:2000/live', { type: 'rtmp', host: '::1', port: 2_000, app: 'live' }],
  ['srt://0.0.0.0:9000', { type: 'srt', host: '0.0.0.0', port: 9_000 }],
  ['films/a:b.mp4', { type: 'file', file: '/home/films/a:b.mp4' }],
  ['/tmp/a.mp4', { type: 'file', file: '/tmp/a.mp4' }],
])('%s is a source', (text, source) => {
  expect(parseSource(text, '/home')).toEqual({ ok: true, value: source });
});

test.each([
  ['https://example.com/a.m3u8', 'is not supported; use rtmp://0.0.0.0/live or '],
  ['file:///etc/passwd', 'is not supported'],
  ['rtmps://0.0.0.0/live', 'is not supported'],
  ['rtmp://', 'is not an address such as rtmp://0.0.0.0/live.'],
  ['rtmp://user@host/live', 'is not an address'],
  ['rtmp://host/live?key=1', 'is not an address'],
  ['srt://0.0.0.0:9000?mode=caller', 'is not an address'],
  ['rtmp://0.0.0.0', 'needs one name after the host'],
  ['rtmp://0.0.0.0/live/key', 'the stream key is not part of it.'],
  ['rtmp://0.0.0.0:70000/live', 'is not an address'],
  ['srt://0.0.0.0', 'has no port; use one such as srt://0.0.0.0:9000.'],
])('%s is refused with the fix', (text, sentence) => {
  const parsed = parseSource(text, '/home');
  expect(parsed.ok ? null : parsed.error.message).toContain(sentence);
});

test.each([
  ['rtmp://0.0.0.0/live', { server: 'rtmp://THIS-MACHINE:1935/live', streamKey: 'k' }],
  ['rtmp://[::1]/live', { server: 'rtmp://[::1]:1935/live', streamKey: 'k' }],
  [
    'srt://[::]:9000',
    { server: 'srt://THIS-MACHINE:9000?passphrase=k&pbkeylen=16', streamKey: null },
  ],
  ['film.mp4', null],
])('senders of %s are told where to send', (text, expected) => {
  const parsed = parseSource(text, '/home');
  expect(parsed.ok && sendTo(parsed.value, 'k')).toEqual(expected);
});
