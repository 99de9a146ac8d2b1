import { expect, test } from 'vitest';
import { libraryLimits } from '../../../../../server/library/library-limits.ts';
import { createFactsMemory } from '../../../../../server/library/probing/remember-facts.ts';
import type { ProbePool } from '../../../../../server/library/probing/start-probe-pool.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test('the playlists of a library may name a limited number of files: those beyond it cannot be played until others are removed', async () => {
  const references = new Array<string>(libraryLimits.libraryReferences.value / 2).fill('segment');
  const facts = {
    mimeType: '',
    durationSeconds: 1,
    width: 0,
    height: 0,
    isLive: false,
    foreignOrigins: [],
  };
  const outcome = { ok: true, value: { ...facts, references, defect: null } };
  const run = (() => ({
    answer: Promise.resolve({ outcome, stamps: new Map() }),
    cancel() {},
  })) as unknown as ProbePool['run'];
  const memory = createFactsMemory(
    tempDirectory({ 'a.m3u8': '', 'b.m3u8': '', 'c.m3u8': '', 'd.m3u8': '' }),
    {
      run,
      prioritize() {},
    },
  );
  const isRead = async (mediaPath: string) => {
    const asked = await memory.ask<'media'>(
      { type: 'media', mediaPath },
      { text: 'as it is', writtenMs: 0 },
    );
    return ('outcome' in asked ? asked.outcome : await asked.coming).ok;
  };
  expect([await isRead('a.m3u8'), await isRead('b.m3u8'), await isRead('c.m3u8')]).toEqual([
    true,
    true,
    false,
  ]);
  memory.forgetOthers();
  await isRead('b.m3u8');
  memory.forgetOthers();
  expect(await isRead('d.m3u8')).toBe(true);
});
