import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Server } from './support/server-process.ts';
import { takeCores } from './support/take-cores.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** The page just before its thread is blocked again. */
interface Sample {
  /** By the page's clock, in milliseconds. */
  atMs: number;
  title: string;
  currentTime: number;
  duration: number;
  captions: string;
}

declare global {
  interface Window {
    samples: Sample[];
  }
}

/** Reads the player every four seconds, and blocks the page's thread for a part of each. */
function watch(blockedMs: number): void {
  const samples: Sample[] = [];
  window.samples = samples;
  const video = document.querySelector('video');
  if (video === null) throw new Error('The page has no video.');
  const turn = () => {
    const { currentTime, duration } = video;
    const atMs = performance.now();
    const captions = document.querySelector<HTMLElement>('.captions')?.innerText ?? '';
    samples.push({ atMs, title: document.title, currentTime, duration, captions });
    while (performance.now() < atMs + blockedMs);
    setTimeout(turn, 4_000 - blockedMs);
  };
  setTimeout(turn);
}

const blockedMs = 3_000;

/** Burdens on a playing page; each lasts until the function that `begin` returns ends it. */
const disturbances = [
  {
    title: 'in a page whose thread is blocked for three of every four seconds',
    begin: async (page: Page) => {
      await page.evaluate(watch, blockedMs);
      return async () => {};
    },
  },
  {
    title: 'while other programs take three quarters of each core',
    begin: async (page: Page) => {
      await page.evaluate(watch, 0);
      return takeCores();
    },
  },
];

/**
 * Where playback stood still, in seconds of the film. A film may take its time to start, and after
 * its end it stands still.
 */
function standstills(samples: readonly Sample[]): string[] {
  return samples.slice(1).flatMap(({ atMs, title, currentTime, duration }, index) => {
    const before = samples[index];
    const isSameFilm = before?.title === title && before.currentTime <= currentTime;
    if (!isSameFilm || before.currentTime < 1 || duration - currentTime < 1) return [];
    const missedSec = (atMs - before.atMs) / 1_000 - (currentTime - before.currentTime);
    return missedSec < 0.5 ? [] : [`${missedSec.toFixed(1)} s before second ${currentTime}`];
  });
}

const samplesIn = (page: Page) => page.evaluate(() => window.samples);

const cueTime = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** The film's English captions. */
function readCues(): { from: number; until: number; text: string }[] {
  const file = new URL('../media/offstage001.en.vtt', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .flatMap((block) => {
      const [times = '', ...lines] = block.trim().split('\n');
      const [from, until] = times.split(' --> ');
      return from === undefined || until === undefined
        ? []
        : [{ from: cueTime(from), until: cueTime(until), text: lines.join('\n') }];
    });
}

/**
 * Before all samples but the first, the page had a second to change the captions. Those that began
 * or ended in it may be late.
 */
function expectCaptions(samples: readonly Sample[]): void {
  const cues = readCues();
  let seen = 0;
  for (const { title, currentTime, captions } of samples.slice(1)) {
    const near = cues.filter(
      ({ from, until }) => from < currentTime + 0.1 && until > currentTime - 1,
    );
    const shown = near.find(
      ({ from, until }) => from < currentTime - 1 && until > currentTime + 0.1,
    );
    if (shown === undefined || !title.startsWith('Four Lights')) continue;
    expect(captions, `at ${currentTime} s`).toContain(shown.text);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(1);
}

/** How many films have been played: each begins again. */
function filmsIn(samples: readonly Sample[]): number {
  const starts = samples.filter(
    ({ currentTime }, index) => currentTime < (samples[index - 1]?.currentTime ?? 0) - 10,
  );
  return starts.length + 1;
}

const root = (page: Page) => page.locator('#video-player');

const lastIn = async (page: Page) => (await samplesIn(page)).at(-1)?.currentTime ?? 0;

/** Opens a list of films, with captions. */
async function openList(page: Page, { embedOrigin }: Server, rest: readonly string[], query = '') {
  test.setTimeout(900_000);
  await page.goto(
    `${embedOrigin}/embed/offstage001?playlist=${rest}&autoplay=1&mute=1&cc_load_policy=1&hl=en${query}`,
  );
  await expect(root(page)).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('.captions')).toHaveAttribute('lang', 'en');
}

async function untilFilm(page: Page, count: number): Promise<void> {
  const played = async () => filmsIn(await samplesIn(page));
  await expect.poll(played, { timeout: 800_000 }).toBe(count);
}

/** Standstills depend on the machine: one that is busy with other tests plays in steps. */
function printStandstills(samples: readonly Sample[]): void {
  test.info().annotations.push({
    type: 'stood still',
    description: standstills(samples).join(', '),
  });
}

test(
  'a film ends and the next one begins, with captions, in a page whose thread is blocked for three of every four seconds',
  thorough,
  async ({ page, server }) => {
    await openList(page, server, ['offstage002'], '&start=38');
    await page.evaluate(watch, blockedMs);
    await untilFilm(page, 2);
    await expect.poll(() => lastIn(page)).toBeGreaterThan(5);
    const samples = await samplesIn(page);
    printStandstills(samples);
    expectCaptions(samples);
  },
);

for (const { title, begin } of disturbances) {
  test(
    `a list of more than five minutes plays to its end without standing still, with captions, ${title}`,
    thorough,
    async ({ page, server }) => {
      // HLS with captions, MP4, and DASH: 328 s.
      const rest = ['offstage002', 'offstage001', 'offstage003', 'offstage001', 'offstage001'];
      await openList(page, server, rest);
      const end = await begin(page);
      try {
        await untilFilm(page, rest.length + 1);
        // Between two films the player has ended, too.
        await expect(root(page)).toHaveAttribute('data-state', 'ended', { timeout: 800_000 });
      } finally {
        await end();
      }
      const samples = await samplesIn(page);
      expect(standstills(samples)).toEqual([]);
      expectCaptions(samples);
    },
  );

  // A stream so close to its edge also waits when the machine is too busy to bring its media. The
  // test's annotations say how often; `npm run bench -- busy` compares it with other players.
  test(
    `a low-latency stream plays for five minutes ${title}`,
    thorough,
    async ({ page, server }) => {
      test.setTimeout(900_000);
      await page.goto(`${server.embedOrigin}/embed/offstage007?autoplay=1&mute=1`);
      await expect(root(page)).toHaveAttribute('data-state', 'playing');
      const end = await begin(page);
      const from = await lastIn(page);
      try {
        await expect.poll(() => lastIn(page), { timeout: 800_000 }).toBeGreaterThan(from + 300);
      } finally {
        await end();
      }
      await expect(root(page)).not.toHaveAttribute('data-error');
      printStandstills(await samplesIn(page));
    },
  );
}
