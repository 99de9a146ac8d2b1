import { describe, expect, test } from 'vitest';
import { parseApiReply } from '../support/api-reply.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

describe('datasync ids', () => {
  const ask = async (server: TestServer, headers: Record<string, string>) =>
    parseApiReply(
      (await rawRequest(server.embed, '/getDatasyncIdsEndpoint', { headers })).body,
      '/getDatasyncIdsEndpoint',
    ).datasyncIds;
  const signedIn = (viewer: string) => ({
    'X-Visitor-Id': viewer,
    'X-Bootstrap-Logged-In': 'true',
  });

  test('are stable and do not reveal the viewer’s name', async () => {
    const server = await startTestServer();
    const ids = await ask(server, signedIn('ann'));
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await ask(server, signedIn('ann'))).toEqual(ids);
    expect(await ask(server, signedIn('bob'))).not.toEqual(ids);
  });

  test('are only given to signed-in viewers, not to a visitor with only a name [spec-7.11]', async () => {
    const server = await startTestServer();
    expect(await ask(server, {})).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann' })).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann', 'X-Bootstrap-Logged-In': 'false' })).toEqual(
      [],
    );
    expect(await ask(server, { 'X-Bootstrap-Logged-In': 'true' })).toEqual([]);
  });
});
