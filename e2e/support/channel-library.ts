import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const listId = 'PLx';

const sidecars = {
  'first.json': {
    id: 'video000001',
    title: 'First',
    channel: { id: 'UCoffstage', name: 'Offstage' },
  },
  'second.json': { id: 'video000002', title: 'Second' },
  'playlists.json': { [listId]: { title: 'Both', videos: ['video000001', 'video000002'] } },
};

/** Creates a library of two videos with a channel and a list. */
export function makeChannelLibrary(): { mediaDir: string; remove(): void } {
  const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-channel-'));
  for (const name of ['first', 'second'])
    copyFileSync('media/offstage002.mp4', join(mediaDir, `${name}.mp4`));
  for (const [name, content] of Object.entries(sidecars))
    writeFileSync(join(mediaDir, name), JSON.stringify(content));
  return { mediaDir, remove: () => rmSync(mediaDir, { recursive: true }) };
}
