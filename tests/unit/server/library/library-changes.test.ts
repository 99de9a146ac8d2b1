import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LibraryChanges, sentenceOf } from '../../../../server/library/library-changes.ts';
import { openLibrary } from '../../../../server/library/open-library.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { spawnTestServer } from '../support/spawn-test-server.ts';
import { testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const sidecar = (id: string, more = {}) => JSON.stringify({ id, title: id, ...more });

/** As `add` does: made elsewhere, then moved in. */
function moveIn(mediaDir: string, name: string, id: string): void {
  const made = join(mediaDir, '.adding-test');
  mkdirSync(made);
  writeFileSync(join(made, `${name}.mp4`), sampleMp4);
  writeFileSync(join(made, `${name}.json`), sidecar(id));
  renameSync(made, join(mediaDir, name));
}

test('each video that is added, changed or removed is reported once, and those of the start never', async () => {
  const mediaDir = tempDirectory();
  moveIn(mediaDir, 'first', 'video000001');
  const seen: LibraryChanges[] = [];
  const { whenRead, rescan } = openLibrary(mediaDir, {
    signsAll: false,
    onChange: () => {},
    onVideosChange: (changes) => seen.push(changes),
    rescanEveryMs: 0,
  });
  await whenRead;
  await rescan();
  expect(seen.splice(0)).toEqual([]);
  const none = { added: [], removed: [], changed: [] };

  moveIn(mediaDir, 'second', 'video000002');
  await rescan();
  await rescan();
  expect(seen.splice(0)).toEqual([{ ...none, added: ['video000002'], videosCount: 2 }]);

  writeFileSync(join(mediaDir, 'first/first.json'), sidecar('video000001', { private: true }));
  utimesSync(mediaDir, new Date(), new Date(Date.now() + 2_000));
  await rescan();
  expect(seen.splice(0)).toEqual([{ ...none, changed: ['video000001'], videosCount: 2 }]);

  rmSync(join(mediaDir, 'second'), { recursive: true });
  await rescan();
  await rescan();
  expect(seen).toEqual([{ ...none, removed: ['video000002'], videosCount: 1 }]);
});

test('the sentence for the log names up to ten videos of each kind', () => {
  const ids = Array.from({ length: 12 }, (_, n) => `v${n}`);
  expect(sentenceOf({ added: ids, removed: ['old'], changed: [], videosCount: 1 })).toBe(
    'Library: 12 added (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9 and 2 more), 1 removed (old); 1 video now.',
  );
});

test('a running server logs the video that arrives', async () => {
  const mediaDir = tempDirectory();
  const child = spawnTestServer(testOptions({ mediaDir }));
  let output = '';
  const printed = Promise.withResolvers<void>();
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    if (output.includes('Library:')) printed.resolve();
  });
  await once(child.stdout ?? child, 'data');
  moveIn(mediaDir, 'film', 'video000001');
  await printed.promise;
  expect(output).toContain('\nLibrary: 1 added (video000001); 1 video now.\n');
});
