import { expect, test } from 'vitest';
import { intakePath } from '../../../../server/intake/intake-path.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { type ParsedReply, parseReplies, rawSocket } from '../support/raw-socket.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

// Sent byte for byte: `fetch` would normalise paths and refuse most headers.

const log = intakePath('log_event');
const end = 'Host: localhost\r\nConnection: close\r\n';
/** Sends bytes to both origins, and checks that each refuses them in the usual form and goes on. */
async function expectRefused(
  server: TestServer,
  what: string,
  bytes: string,
  status: number,
): Promise<void> {
  for (const port of [server.embedPort, server.demoPort]) {
    const replies = parseReplies(await rawSocket(port, Buffer.from(bytes, 'latin1')));
    expect([what, replies.map((reply) => reply.status)]).toEqual([what, [status]]);
    expectErrorForm(replies[0]);
    const [healthy] = parseReplies(await rawSocket(port, `GET / HTTP/1.1\r\n${end}\r\n`));
    expect(healthy?.status).toBe(200);
  }
  expect(server.errors).toEqual([]);
}

/** Only a code and a message, without internal details. */
function expectErrorForm(reply: ParsedReply | undefined): void {
  expect(JSON.parse(reply?.body ?? '')).toEqual({
    error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) },
  });
  expect(reply?.head).toMatch(/^content-type: application\/json/im);
  expect(reply?.body).not.toMatch(/\bat .*:\d+:\d+|node:|node_modules|root:|\/work\//);
}

const lookingAround = [
  ['climbs', 'GET /media/../../../../etc/passwd'],
  ['climbs at once', 'GET /../../../etc/passwd'],
  ['climbs out of assets', 'GET /assets/..%2findex.html'],
  ['climbs encoded', 'GET /media/%2e%2e/%2e%2e/etc/passwd'],
  ['climbs with encoded slashes', 'GET /media/..%2f..%2fetc%2fpasswd'],
  ['climbs encoded twice', 'GET /media/%252e%252e%252fetc%252fpasswd'],
  ['climbs with overlong UTF-8', 'GET /media/%c0%ae%c0%ae%c0%afetc/passwd'],
  ['climbs with backslashes', 'GET /media/..%5c..%5cetc%5cpasswd'],
  ['cuts its name with NUL', 'GET /media/..%2f..%2fetc/passwd%00.mp4'],
  ['climbs out of the SDK', 'GET /sdk/..%2fmanifest.json'],
  ['climbs within an absolute target', 'GET http://localhost/media/../../etc/passwd'],
  ['asks for a page of another host', 'GET http://evil.example/etc/passwd'],
  ['names no path of this origin', 'GET //evil.example/etc/passwd'],
  ['asks to see itself', 'TRACE /nothing'],
] as const;

test('a request for files outside of the served directories finds none, however its path is written [threat-paths]', async () => {
  const server = await startTestServer();
  for (const [what, line] of lookingAround)
    await expectRefused(server, what, `${line} HTTP/1.1\r\n${end}\r\n`, 404);
});

const malformed = [
  ['without a host', `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`],
  [
    'with two hosts',
    `GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n`,
  ],
  ['with markup for a host', `GET / HTTP/1.1\r\nHost: a"><script>\r\nConnection: close\r\n\r\n`],
  ['with a path in its host', `GET / HTTP/1.1\r\nHost: a/../b\r\nConnection: close\r\n\r\n`],
  [
    'with a user in its host',
    `GET / HTTP/1.1\r\nHost: u:p@evil.example\r\nConnection: close\r\n\r\n`,
  ],
  ['with a NUL in its path', `GET /media/a\0.mp4 HTTP/1.1\r\n${end}\r\n`],
  ['with bare backslashes for a target', `GET \\..\\..\\etc HTTP/1.1\r\n${end}\r\n`],
  ['with a NUL in a header', `GET / HTTP/1.1\r\n${end}X: a\0b\r\n\r\n`],
  ['with a folded header', `GET / HTTP/1.1\r\n${end}X: a\r\n b\r\n\r\n`],
  ['with a space before the colon', `GET / HTTP/1.1\r\n${end}Content-Length : 4\r\n\r\n`],
  ['whose lines end in LF alone', 'GET / HTTP/1.1\nHost: a\nConnection: close\n\n'],
  ['of no known method', `STEAL / HTTP/1.1\r\n${end}\r\n`],
  ['of a version that is none', `GET / HTTP/3.7\r\n${end}\r\n`],
  ['that is the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['that is the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  [
    'with a length and chunks',
    `POST ${log} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'with two lengths',
    `POST ${log} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
  ],
  ['with a negative length', `POST ${log} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n`],
  ['with a signed length', `POST ${log} HTTP/1.1\r\nHost: a\r\nContent-Length: +4\r\n\r\nabcd`],
  [
    'whose chunks are not the last coding',
    `POST ${log} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`,
  ],
  [
    'of an unknown coding',
    `POST ${log} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'with a chunk of no size',
    `POST ${log} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  ],
] as const;

test('a malformed or ambiguous request is refused with 400, in the usual form [threat-smuggling]', async () => {
  const server = await startTestServer();
  for (const [what, bytes] of malformed) await expectRefused(server, what, bytes, 400);
});

test('a request line or headers that are too long are refused with 431, and endless chunk extensions with 413', async () => {
  const server = await startTestServer();
  await expectRefused(server, '', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${end}\r\n`, 431);
  await expectRefused(server, '', `GET / HTTP/1.1\r\n${end}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431);
  await expectRefused(server, '', `GET / HTTP/1.1\r\n${end}${'a:b\r\n'.repeat(10_000)}\r\n`, 431);
  const chunked = `POST ${log} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await expectRefused(server, '', `${chunked}1;${'x'.repeat(30_000)}\r\na\r\n0\r\n\r\n`, 413);
});

test('an unknown Expect header is refused with 417', async () => {
  const server = await startTestServer();
  for (const port of [server.embedPort, server.demoPort]) {
    const text = await rawSocket(
      port,
      `POST ${log} HTTP/1.1\r\n${end}Expect: 200-ok\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 417 /);
    expect(text).toContain('"BAD_EXPECTATION"');
  }
});

test('a header after thousands of others counts like the first', async () => {
  const server = await startTestServer();
  // Without this header a request from outside would count as this machine's, which may read the
  // telemetry without a token.
  const many = 'a:\r\n'.repeat(3_000);
  const text = await rawSocket(
    server.embedPort,
    `GET /telemetry/summary HTTP/1.1\r\n${end}${many}X-Forwarded-For: 203.0.113.9\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
});

test('pipelined requests are answered one by one, in order, each independently', async () => {
  const server = await startTestServer();
  const batch = (seq: number) =>
    JSON.stringify(logBatch([logEvent(seq)], { sid: 'pipelined-0123456' }));
  const post = (text: string) =>
    `POST ${log} HTTP/1.1\r\nHost: a\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const bytes =
    post(batch(1)) +
    `GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n` +
    post(batch(2)) +
    post('junk') +
    `GET /healthz HTTP/1.1\r\n${end}\r\n`;
  const replies = parseReplies(await rawSocket(server.embedPort, bytes));
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 400, 200]);
  expect(replies.at(-1)?.body).toBe('{"status":"ok"}');
});

test('the rest of a body longer than its length is not a second request [threat-smuggling]', async () => {
  const server = await startTestServer();
  const text = JSON.stringify(logBatch([logEvent(1)], { sid: 'smuggled-01234567' }));
  const hidden = `GET /telemetry/summary HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  // The chunks define where the body ends; text that a length would have hidden stays in it.
  const chunked = `POST ${log} HTTP/1.1\r\n${end}Transfer-Encoding: chunked\r\n\r\n`;
  const replies = parseReplies(
    await rawSocket(
      server.embedPort,
      `${chunked}${(hidden + text).length.toString(16)}\r\n${hidden}${text}\r\n0\r\n\r\n`,
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([400]);
});
