import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const sizeBytes = 10_000_000_000;
const beyond = 4_294_967_296 + 12_345;

test('a film of 10 GB is served by ranges below and above 4 GB, without reading the whole file', async () => {
  const mediaDir = tempDirectory();
  const file = join(mediaDir, 'huge.mp4');
  writeFileSync(file, 'head');
  truncateSync(file, sizeBytes);
  const handle = openSync(file, 'r+');
  writeSync(handle, 'beyond', beyond);
  writeSync(handle, 'end', sizeBytes - 3);
  closeSync(handle);
  const server = await startTestServer({ mediaDir });
  const before = process.memoryUsage().rss;
  const get = async (range: string) => {
    const answer = await fetch(`${server.embed}/media/huge.mp4`, {
      headers: { Range: `bytes=${range}` },
    });
    return [answer.status, answer.headers.get('Content-Range'), await answer.text()];
  };
  expect(await get('0-3')).toEqual([206, `bytes 0-3/${sizeBytes}`, 'head']);
  expect(await get(`${beyond}-${beyond + 5}`)).toEqual([
    206,
    `bytes ${beyond}-${beyond + 5}/${sizeBytes}`,
    'beyond',
  ]);
  expect(await get('-3')).toEqual([
    206,
    `bytes ${sizeBytes - 3}-${sizeBytes - 1}/${sizeBytes}`,
    'end',
  ]);
  expect((await get(`${sizeBytes}-`))[0]).toBe(416);
  const head = await fetch(`${server.embed}/media/huge.mp4`, { method: 'HEAD' });
  expect(head.headers.get('Content-Length')).toBe(String(sizeBytes));
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});
