import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installation } from '../../support/installation.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { startTestServer } from '../../support/start-test-server.ts';

/** A public address that answers every request with this. */
async function answering(
  headers: Record<string, string> | (() => Record<string, string>),
  body = '{"status":"ok"}',
  status = 200,
): Promise<string> {
  const server = createServer((_, answer) =>
    answer.writeHead(status, typeof headers === 'function' ? headers() : headers).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['another program', {}, 'hello', 200, 'Another program answers at'],
  ['a redirect', { Location: '/healthz' }, '', 302, 'redirects to /healthz.'],
  ['a proxy without its server', {}, 'Bad', 502, 'does not reach the server (status 502).'],
])('a public address with %s is a problem', async (_, headers, body, status, says) => {
  const origin = await answering(headers, body, status);
  const { code, findings } = await runDoctor([...installation(), '--origin', origin]);
  expect(code).toBe(1);
  expect(findings.address).toMatchObject({
    status: 'problem',
    message: expect.stringContaining(says),
  });
  expect(findings.proxy).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('cannot be checked while'),
  });
});

test('a public address whose clock is wrong by an hour is a problem', async () => {
  // Both clocks stand still, however long the question takes.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const origin = await answering(() => ({
    Date: new Date(Date.now() - 3_600_000).toUTCString(),
  }));
  const { findings } = await runDoctor([...installation(), '--origin', origin]);
  expect(findings.address).toMatchObject({ status: 'ok' });
  expect(findings.clock?.message).toBe(
    'The clock of the public address is 3,599 s behind this machine’s.',
  );
  expect(findings.clock).toMatchObject({ status: 'problem' });
});

test('a server that is reached directly has the right address and clock', async () => {
  const server = await startTestServer();
  const { findings } = await runDoctor([...installation(), '--origin', server.embed]);
  for (const name of ['address', 'proxy', 'tls', 'clock'])
    expect(findings[name], name).toMatchObject({ status: 'ok' });
});

test('an address at which nothing listens is named by every check that needs it', async () => {
  const { findings } = await runDoctor([...installation(), '--origin', 'https://127.0.0.1:1']);
  expect(findings.address).toMatchObject({
    status: 'problem',
    message: 'https://127.0.0.1:1 cannot be reached: nothing listens there.',
    fix: 'Start the proxy, and let it listen on this port; a firewall may also refuse.',
  });
  expect(findings.tls?.message).toBe('127.0.0.1:1 cannot be reached: nothing listens there.');
  for (const name of ['proxy', 'tls', 'clock'])
    expect(findings[name], name).toMatchObject({
      status: 'problem',
      fix: 'See the finding of the address.',
    });
});

test('an https address without TLS is a problem of its own', async () => {
  const server = await startTestServer();
  const origin = server.embed.replace('http:', 'https:');
  const { findings } = await runDoctor([...installation(), '--origin', origin]);
  expect(findings.tls).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('does not speak TLS ('),
  });
});
