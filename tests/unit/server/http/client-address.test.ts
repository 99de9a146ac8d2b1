import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress, clientUrl } from '../../../../server/http/client-address.ts';
import type { ServerEnv } from '../../../../server/http/server-env.ts';
import { createTrustedProxies } from '../../../../server/http/trusted-proxies.ts';
import { parseSubnets } from '../../../../server/options/parse-subnets.js';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';

/** The address and protocol that a handler sees for a request from `peer`. */
async function ask(
  peer: string,
  headers: Record<string, string> = {},
  trusted = 'loopback,10.0.0.0/8',
) {
  const app = new Hono<ServerEnv>();
  app.get('/', (context) =>
    context.json({ address: clientAddress(context), origin: clientUrl(context).origin }),
  );
  const trustedProxies = createTrustedProxies(parseSubnets(trusted) ?? []);
  const env = { incoming: { socket: { remoteAddress: peer } }, trustedProxies };
  const reply = await app.request('http://video.example/', { headers }, env);
  return (await reply.json()) as { address: string; origin: string };
}

test.each([
  ['203.0.113.9', undefined, '203.0.113.9'],
  // A direct client can write any value.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['::1', '2001:db8::7', '2001:db8::7'],
  ['::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  // The client wrote the first address, and the proxies the others.
  ['127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['127.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
  ['127.0.0.1', '[2001:db8::7]:51234', '2001:db8::7'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', 'unknown', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.9, , 10.1.2.3', '10.1.2.3'],
  ['127.0.0.1', `${'1.1.1.1,'.repeat(1_000)}<script>`, '127.0.0.1'],
  ['10.1.2.3', '10.1.2.4, 10.1.2.5', '10.1.2.4'],
  ['', '203.0.113.9', ''],
])(
  'a request from %j with X-Forwarded-For %j has the client address %j',
  async (peer, forwarded, address) => {
    const headers: Record<string, string> =
      forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    expect((await ask(peer, headers)).address).toBe(address);
  },
);

test('only a trusted proxy can mark a request as https [threat-https]', async () => {
  const headers = { 'X-Forwarded-Proto': 'https' };
  expect((await ask('10.1.2.3', headers)).origin).toBe('https://video.example');
  expect((await ask('203.0.113.9', headers)).origin).toBe('http://video.example');
  expect((await ask('10.1.2.3', headers, '192.168.0.0/16')).origin).toBe('http://video.example');
  expect((await ask('10.1.2.3', { 'X-Forwarded-Proto': 'javascript' })).origin).toBe(
    'http://video.example',
  );
});

test('the server uses http in its own URLs when the proxy is not trusted', async () => {
  const headers = { Host: 'video.example', 'X-Forwarded-Proto': 'https' };
  const trusting = await startTestServer();
  const distrusting = await startTestServer({ trustedProxies: ['10.0.0.0/8'] });
  expect((await rawRequest(trusting.demo, '/', { headers })).body).toContain(
    '"https://video.example:',
  );
  expect((await rawRequest(distrusting.demo, '/', { headers })).body).toContain(
    '"http://video.example:',
  );
});
