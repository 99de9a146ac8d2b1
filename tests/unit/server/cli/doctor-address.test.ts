import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askHttp } from '../../../../server/cli/doctor/ask-http.ts';
import { doctorLimits } from '../../../../server/cli/doctor/doctor-limits.ts';
import { fine, problem } from '../../../../server/cli/doctor/finding.ts';
import { runChecks } from '../../../../server/cli/doctor/run-checks.ts';
import { runDoctor } from '../support/run-doctor.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

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
  const { code, findings } = await runDoctor([...place(), '--origin', url.origin]);
  expect(code).toBe(1);
  expect(findings.address).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(says),
  });
});

test('a loop of redirects is not followed', async () => {
  const asked: string[] = [];
  const { origin } = await proxy(
    createServer((incoming, answer) => {
      asked.push(incoming.url ?? '');
      answer.writeHead(302, { Location: '/healthz' }).end();
    }),
  );
  const { findings } = await runDoctor([...place(), '--origin', origin]);
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

/** Ports are not looked at, and the directories are the test's own. */
function place(): string[] {
  const ports = ['--port', '0', '--demo-port', '0'];
  return ['--media', tempDirectory(), '--data', tempDirectory(), ...ports];
}

async function proxy(server: Server): Promise<{ origin: string }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

type Change = (headers: IncomingHttpHeaders, origin: string) => IncomingHttpHeaders;

/** The address of the proxies of this test; the doctor's own is another. */
const proxyAddress = '127.0.0.9';

/** A proxy of an Offstage server that trusts it, with these headers. */
async function proxied(change: Change, trustedProxies = [`${proxyAddress}/32`]): Promise<string> {
  const server = await startTestServer({ trustedProxies });
  const { origin } = await proxy(
    createServer((incoming, answer) => {
      const headers = change({ ...incoming.headers }, origin);
      const options = { headers, localAddress: proxyAddress };
      request(`${server.embed}${incoming.url}`, options, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      }).end();
    }),
  );
  return origin;
}

const good: Change = (headers) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], '127.0.0.1'].filter(Boolean).join(', '),
  'x-forwarded-proto': 'http',
});

test('a proxy that keeps Host and adds both headers is right', async () => {
  const origin = await proxied(good);
  const trusting = ['--trusted-proxy', proxyAddress];
  const { findings } = await runDoctor([...place(), ...trusting, '--origin', origin]);
  expect(findings.proxy).toEqual({
    check: 'proxy',
    status: 'ok',
    message: 'Host, X-Forwarded-For and X-Forwarded-Proto arrive, from a trusted proxy.',
    fix: null,
  });
});

const wrong: { what: string; change: Change; trusted?: string[]; says: string; fix: string }[] = [
  {
    what: 'is not trusted',
    change: good,
    trusted: ['10.0.0.0/8'],
    says: 'The server ignores the X-Forwarded headers of the proxy',
    fix: '--trusted-proxy',
  },
  {
    what: 'replaces Host',
    change: (headers) => ({ ...good(headers, ''), host: 'internal:4400' }),
    says: 'The server sees the host internal:4400 instead of 127.0.0.1:',
    fix: 'proxy_set_header Host $http_host.',
  },
  {
    what: 'drops the port of Host',
    change: (headers) => ({ ...good(headers, ''), host: '127.0.0.1' }),
    says: 'The server sees the host 127.0.0.1 instead of 127.0.0.1:',
    fix: 'with its port',
  },
  {
    what: 'names another scheme',
    change: (headers) => ({ ...good(headers, ''), 'x-forwarded-proto': 'https' }),
    says: 'The proxy says https in X-Forwarded-Proto, but the address is http.',
    fix: 'X-Forwarded-Proto $scheme',
  },
  {
    what: 'leaves X-Forwarded-For out',
    change: ({ 'x-forwarded-for': _, ...headers }) => ({ ...headers, 'x-forwarded-proto': 'http' }),
    says: 'The proxy does not send X-Forwarded-For',
    fix: '$proxy_add_x_forwarded_for',
  },
  {
    what: 'passes on what viewers invent',
    change: (headers) => ({
      'x-forwarded-for': '127.0.0.1',
      ...headers,
      'x-forwarded-proto': 'http',
    }),
    says: 'The server believes an X-Forwarded-For that a viewer invents',
    fix: '$proxy_add_x_forwarded_for',
  },
];

test.each(wrong)(
  'a proxy that $what is a problem with its way out',
  async ({ change, trusted, says, fix }) => {
    const origin = await proxied(change, trusted);
    const trusting = ['--trusted-proxy', proxyAddress];
    const { code, findings } = await runDoctor([...place(), ...trusting, '--origin', origin]);
    expect(code).toBe(1);
    expect(findings.proxy).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(says),
      fix: expect.stringContaining(fix),
    });
  },
);

test('the server names no address to those who ask how it understands a request', async () => {
  const server = await startTestServer();
  const answer = await fetch(`${server.embed}/healthz/request?client=127.0.0.1`);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(await answer.json()).toEqual({
    origin: server.embed,
    isProxyTrusted: true,
    hasForwardedFor: false,
    hasForwardedProto: false,
    isClient: true,
  });
});
