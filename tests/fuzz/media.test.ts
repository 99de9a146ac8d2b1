import { randomInt } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../unit/server/support/start-test-server.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import { damagedFile, goodFiles } from './support/damaged-files.ts';
import { fuzzParameters } from './support/fuzz.ts';

/** Damaged files of each kind: 10,000 for `npm run fuzz`. */
const fileCount =
  process.env.OFFSTAGE_FUZZ_RUNS === undefined ? 3 : Math.ceil(fuzzParameters.numRuns / 10);
const batchCount = 50;
/**
 * Between two requests, and between two looks: the files need the computing time, not the requests.
 */
const pauseMs = 20;

/** 10,000 files of each kind take about an hour, because each endless one takes seconds. */
const patience = fileCount > batchCount ? { timeout: 12 * 3_600_000 } : {};

const seed = Number(process.env.OFFSTAGE_FUZZ_SEED ?? randomInt(2 ** 31 - 1));

/** Kinds that are a video alone. The others are placed beside a good film. */
const films = new Set(['webm', 'mp4', 'm3u8', 'mpd']);

test(
  `a server answers while it reads damaged files of every kind, and names each video that it cannot play (seed ${seed})`,
  patience,
  async () => {
    const totals = { files: 0, unplayable: 0, tooCostly: 0, answers: 0, slowestMs: 0 };
    for (let from = 0; from < fileCount; from += batchCount) {
      const found = await readBatch(seed + from, Math.min(batchCount, fileCount - from));
      const slowestMs = Math.max(totals.slowestMs, found.slowestMs);
      for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += found[key];
      totals.slowestMs = slowestMs;
      if (fileCount > batchCount)
        process.stderr.write(`${JSON.stringify(totals)}: damaged media files\n`);
    }
    expect(totals.answers).toBeGreaterThan(0);
  },
);

async function readBatch(batchSeed: number, count: number) {
  const made = tempDirectory();
  for (const [kind, good] of Object.entries(goodFiles)) {
    const files = fc.sample(damagedFile(good), { numRuns: count, seed: batchSeed });
    for (const [index, bytes] of files.entries()) {
      const stem = join(made, `${kind.replace('.', '-')}${index}`);
      writeFileSync(`${stem}.${kind}`, bytes);
      if (!films.has(kind)) writeFileSync(`${stem}.mp4`, goodFiles.mp4 ?? '');
    }
  }
  const mediaDir = tempDirectory();
  const server = await startTestServer({ mediaDir });
  mkdirSync(join(mediaDir, 'empty'));
  renameSync(made, join(mediaDir, 'films'));

  let answers = 0;
  let slowestMs = 0;
  let isRead = false;
  const answering = (async () => {
    while (!isRead) {
      const startMs = performance.now();
      expect((await fetch(`${server.embed}/healthz`)).status).toBe(200);
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - startMs));
      answers += 1;
      await wait(pauseMs);
    }
  })();
  do {
    await wait(pauseMs);
    await server.rescanLibrary();
  } while (server.library.pendingCount > 0 || server.library.videos.size === 0);
  isRead = true;
  await answering;

  const { videos, warnings } = server.library;
  const unplayable = [...videos.values()].filter(
    ({ response: { playabilityStatus, videoDetails }, isPrivate }) =>
      playabilityStatus.status !== 'OK' && !isPrivate && !/^json/.test(videoDetails.title),
  );
  for (const { response } of unplayable) {
    const { title } = response.videoDetails;
    expect(warnings.find((warning) => warning.startsWith(`films/${title}.`))).toMatch(
      /cannot be played/,
    );
  }
  for (const id of videos.keys()) {
    const { status } = await fetch(
      `${server.embed}/oembed?url=${encodeURIComponent(`${server.embed}/watch/${id}`)}`,
    );
    expect([200, 401, 404]).toContain(status);
  }
  expect(server.errors).toEqual([]);
  await server.stop(0);
  const tooCostly = warnings.filter((warning) => warning.includes('reading it takes more')).length;
  return {
    files: count * Object.keys(goodFiles).length,
    unplayable: unplayable.length,
    tooCostly,
    answers,
    slowestMs,
  };
}
