import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishCall } from '../../../../../server/cli/publish/publish-call.ts';
import { parsePublishCall } from '../../../../../server/cli/publish/publish-call.ts';
import { publishPages } from '../../../../../server/cli/publish/publish-pages.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

export const apiOrigin = 'https://api.example';
export const pagesOrigin = 'https://player.example';
export const staticScript = 'readTheAddress()';

/** A video’s files. */
export function film(id: string, sidecar: Record<string, unknown> = {}) {
  return {
    [`${id}.mp4`]: sampleMp4,
    [`${id}.jpg`]: 'jpg',
    [`${id}.json`]: JSON.stringify({ id, ...sidecar }),
  };
}

interface Given {
  media?: Record<string, string | Buffer>;
  out?: string;
  values?: Record<string, string>;
  signal?: AbortSignal;
}

export function callOf({ media = film('video000001'), out, values = {} }: Given): PublishCall {
  const all = {
    out: out ?? join(tempDirectory(), 'public'),
    api: apiOrigin,
    media: tempDirectory(media),
    'page-origin': pagesOrigin,
    ...values,
  };
  const call = parsePublishCall({ values: new Map(Object.entries(all)) }, { env: {}, cwd: '/' });
  if (!call.ok) throw new Error(call.error.message);
  return call.value;
}

/** Publishes pages for these media. */
export async function publishFilms(given: Given = {}) {
  const call = callOf(given);
  const { pageDir } = testOptions();
  writeFileSync(join(pageDir, 'licenses.txt'), 'licences');
  const template = join(pageDir, 'index.html');
  const html = readFileSync(template, 'utf8').replace('</body>', '<script>shell()</script></body>');
  writeFileSync(template, html);
  const published = await publishPages(call, {
    pageDir,
    sdkDir: tempDirectory({
      'manifest.json': JSON.stringify({ files: { 'iframe-api': { file: 'iframe-api-1-abc.js' } } }),
      'iframe-api-1-abc.js': 'sdk',
      'iframe-api-1-abc.js.gz': 'packed',
      'package/offstage.js': 'for bundlers',
    }),
    staticDir: tempDirectory({ 'static-page.js': `${staticScript}\n` }),
    now: Date.now,
    signal: given.signal ?? new AbortController().signal,
  });
  const read = (name: string) => readFileSync(join(call.outDir, name), 'utf8');
  return { published, out: call.outDir, read };
}
