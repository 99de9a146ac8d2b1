import { expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';

test('the start page links to the demo, except over https, which the demo’s port does not speak', async () => {
  const server = await startTestServer();
  const at = async (proto: string) =>
    (await rawRequest(server.embed, '/', { headers: { 'X-Forwarded-Proto': proto } })).body;
  expect(await at('http')).toMatch(new RegExp(`<a href="http://[^"]+:${server.demoPort}/">`));
  expect(await at('https')).not.toContain(`:${server.demoPort}`);
});
