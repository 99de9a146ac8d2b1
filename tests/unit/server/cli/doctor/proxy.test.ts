import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { expect, test } from 'vitest';
import { checkProxy } from '../../../../../server/cli/doctor/check-proxy.ts';
import { installation } from '../../support/installation.ts';
import { listenOnFreePort } from '../../support/listen-on-free-port.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { startTestServer } from '../../support/start-test-server.ts';

type Change = (headers: IncomingHttpHeaders, origin: string) => IncomingHttpHeaders;

/** The address of the proxies of this test; the doctor's own is another. */
const proxyAddress = '127.0.0.9';

/** A proxy of an Offstage server that trusts it, with these headers. */
async function proxied(change: Change, trustedProxies = [`${proxyAddress}/32`]): Promise<string> {
  const server = await startTestServer({ trustedProxies });
  const { origin } = await listenOnFreePort(
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
  const { findings } = await runDoctor([...installation(), ...trusting, '--origin', origin]);
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
    const { code, findings } = await runDoctor([
      ...installation(),
      ...trusting,
      '--origin',
      origin,
    ]);
    expect(code).toBe(1);
    expect(findings.proxy).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(says),
      fix: expect.stringContaining(fix),
    });
  },
);

test('one run reports every header that a proxy gets wrong', async () => {
  const origin = await proxied(({ 'x-forwarded-for': _, ...headers }) => ({
    ...headers,
    host: '127.0.0.1',
    'x-forwarded-proto': 'https',
  }));
  const trusting = ['--trusted-proxy', proxyAddress];
  const { findings } = await runDoctor([...installation(), ...trusting, '--origin', origin]);
  expect(findings.proxy?.status).toBe('problem');
  for (const says of [
    'The server sees the host 127.0.0.1 instead of 127.0.0.1:',
    'The proxy says https in X-Forwarded-Proto, but the address is http.',
    'The proxy does not send X-Forwarded-For,',
  ])
    expect(findings.proxy?.message).toContain(says);
  for (const says of ['Host $http_host', 'X-Forwarded-Proto $scheme', '$proxy_add_x_forwarded_for'])
    expect(findings.proxy?.fix).toContain(says);
});

test.each([
  [
    'leaves all headers out',
    { origin: 'http://video.example', isProxyTrusted: true },
    ['does not send X-Forwarded-Proto', 'does not send X-Forwarded-For'],
  ],
  [
    'is not trusted and sends no scheme',
    { origin: 'http://video.example', isProxyTrusted: false, hasForwardedFor: true },
    ['ignores the X-Forwarded headers', 'does not send X-Forwarded-Proto'],
  ],
  [
    'is not trusted, and sends both headers',
    {
      origin: 'http://video.example',
      isProxyTrusted: false,
      hasForwardedFor: true,
      hasForwardedProto: true,
    },
    ['ignores the X-Forwarded headers'],
  ],
])('a proxy with TLS that %s has these problems and no others', (_, given, says) => {
  const none = { hasForwardedFor: false, hasForwardedProto: false, isClient: false };
  const seen = { ...none, ...given };
  const verdict = checkProxy({ origin: 'https://video.example', seen, isForgeable: null });
  expect(verdict.status).toBe('problem');
  for (const cause of says) expect(verdict.message).toContain(cause);
  expect(verdict.message.match(/The (server|proxy) /g)).toHaveLength(says.length);
});

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
