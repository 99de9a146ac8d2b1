import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askHttp } from '../../../../../server/cli/doctor/ask-http.ts';
import { doctorLimits } from '../../../../../server/cli/doctor/doctor-limits.ts';
import { fine, problem } from '../../../../../server/cli/doctor/finding.ts';
import { runChecks } from '../../../../../server/cli/doctor/run-checks.ts';
import { installation } from '../../support/installation.ts';
import { listenOnFreePort } from '../../support/listen-on-free-port.ts';
import { runDoctor } from '../../support/run-doctor.ts';

const question = { signal: new AbortController().signal, now: Date.now };

/** A server that treats each connection in this way. */
async function hostile(onConnection: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
}

const endless = 'x'.repeat(1_000_000);

test('an endless body is cut at the limit', async () => {
  const url = await hostile((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const more = () => {
      while (socket.writable && socket.write(`${endless.length.toString(16)}\r\n${endless}\r\n`));
    };
    socket.on('drain', more);
    more();
  });
  const answer = await askHttp(url, question);
  expect(answer.ok && answer.value.body).toHaveLength(doctorLimits.answerMaxBytes);
});

test.each([
  ['never answers', () => {}],
  [
    'sends a byte at a time',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('H'), 1);
      socket.on('close', () => clearInterval(timer));
    },
  ],
  [
    'never ends its body',
    (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{'),
  ],
])('an address that %s is given up at the deadline', async (_, behave) => {
  const url = await hostile(behave);
  expect(await askHttp(url, { ...question, answerMs: 50 })).toMatchObject({
    ok: false,
    error: { code: 'NO_ANSWER' },
  });
});

test.each([
  [
    'headers without end',
    `HTTP/1.1 200 OK\r\nX: ${endless}`,
    'the headers of its answer are too long',
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'it does not answer with HTTP'],
  ['a closed connection', '', 'the connection was closed'],
])('a public address with %s is a problem in one line', async (_, text, says) => {
  const url = await hostile((socket) => socket.end(text));
  const { code, findings } = await runDoctor([...installation(), '--origin', url.origin]);
  expect(code).toBe(1);
  expect(findings.address).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(says),
  });
});

test('a loop of redirects is not followed', async () => {
  const asked: string[] = [];
  const { origin } = await listenOnFreePort(
    createServer((incoming, answer) => {
      asked.push(incoming.url ?? '');
      answer.writeHead(302, { Location: '/healthz' }).end();
    }),
  );
  const { findings } = await runDoctor([...installation(), '--origin', origin]);
  expect(findings.address?.message).toBe(`${origin} redirects to /healthz.`);
  expect(asked).toEqual(['/healthz']);
});

test('a check that hangs or fails becomes a finding, and the others go on', async () => {
  const released: string[] = [];
  const late = problem('It took too long.', 'Wait.');
  const checks = [
    {
      name: 'hangs',
      deadlineMs: 10,
      late,
      run: (signal: AbortSignal) => {
        signal.addEventListener('abort', () => released.push('hangs'));
        return new Promise<never>(() => {});
      },
    },
    { name: 'throws', run: () => Promise.reject(new Error('no reason')) },
    { name: 'works', run: () => fine('It works.') },
  ];
  expect(await Array.fromAsync(runChecks(checks, question.signal))).toEqual([
    { check: 'hangs', ...late },
    {
      check: 'throws',
      status: 'problem',
      message: 'This check failed unexpectedly (no reason).',
      fix: expect.any(String),
    },
    { check: 'works', status: 'ok', message: 'It works.', fix: null },
  ]);
  expect(released).toEqual(['hangs']);
});
