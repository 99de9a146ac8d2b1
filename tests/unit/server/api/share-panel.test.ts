import { expect, test } from 'vitest';
import * as z from 'zod';
import { apiCallSchemas } from '../../../../shared/wire/api-schemas.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { callApi } from './call-api.ts';

test.each(['getSharePanel', 'getWebPlayerSharePanel'] as const)(
  '%s returns working links and the embed code [spec-7.10, spec-7.44, spec-7.45, spec-7.47]',
  async (command) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    const entity = 'v=offstage001&list=PLoffstageplaylist';
    const alone = await callApi(server, command, { serializedSharedEntity: entity });
    expect(alone.json.url).toBe(`${server.embed}/watch/offstage001`);
    const { json } = await callApi(server, command, {
      serializedSharedEntity: entity,
      includeListId: true,
    });
    expect(json.embedUrl).toBe(`${server.embed}/embed/offstage001?list=PLoffstageplaylist`);
    expect(json.embedCode).toMatch(
      /^<iframe width="640" height="\d+" src="http:[^"]+" .*><\/iframe>$/,
    );
    expect(z.safeParse(apiCallSchemas[command].reply, json).success).toBe(true);
    for (const link of [json.url, json.embedUrl]) expect((await fetch(link)).status).toBe(200);
  },
);

test.each(['v=offstage999', 'v=', 'x', 'v=..%2F..&list=%22%3E'])(
  'the shared entity %j is refused',
  async (serializedSharedEntity) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    expect((await callApi(server, 'getSharePanel', { serializedSharedEntity })).status).toBe(404);
  },
);
