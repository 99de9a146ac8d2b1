import * as z from 'zod';
import { pageConfigSchema } from '../../../../../shared/page/page-config-schema.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { pageConfigIn } from '../../support/page-config-in.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

export const firstVideo = {
  'v.mp4': sampleMp4,
  'v.jpg': 'x',
  'v.json': '{"id":"video000001","title":"First"}',
};

export const secondVideo = {
  'w.m3u8': masterPlaylist('w/a.m3u8'),
  'w/a.m3u8': mediaPlaylist('1.m4s'),
  'w.json': '{"id":"video000002","title":"Second"}',
};

export const startWithFiles = (files: Record<string, string | Uint8Array>) =>
  startTestServer({ mediaDir: tempDirectory(files) });

/** @returns the answer, and the page config in its HTML */
export async function openEmbedPage(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, path, { headers });
  return { ...reply, config: z.parse(pageConfigSchema, pageConfigIn(reply.body)) };
}
