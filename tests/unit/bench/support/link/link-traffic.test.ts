import { expect, test } from 'vitest';
import { watchTraffic } from '../../../../../bench/support/link/link-traffic.ts';

test('requests and bytes are counted until a moment, and the line is quiet since the last of them', () => {
  let nowMs = 1_000;
  const traffic = watchTraffic(() => nowMs);
  const send = (text: string) => traffic.noteSent(Buffer.from(text));
  nowMs = 1_100;
  send('GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n');
  nowMs = 1_200;
  traffic.noteReceived(1_460);
  nowMs = 1_300;
  send('POST /log HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // Its body is no request.
  send('The last request was GET / HTTP/1.1\r\n');
  traffic.noteReceived(40);
  nowMs = 1_350;
  expect(traffic.until(1_099)).toEqual({ requests: 0, bytes: 0 });
  expect(traffic.until(1_200)).toEqual({ requests: 1, bytes: 1_460 });
  expect(traffic.until(2_000)).toEqual({ requests: 2, bytes: 1_500 });
  expect(traffic.quietMs()).toBe(50);
});

test('a line that has carried nothing is quiet since it was opened', () => {
  let nowMs = 1_000;
  const traffic = watchTraffic(() => nowMs);
  nowMs = 1_250;
  expect(traffic.quietMs()).toBe(250);
});
