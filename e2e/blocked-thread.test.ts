import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

/** The page just before its thread is blocked again. */
interface Sample {
  title: string;
  currentTime: number;
  captions: string;
}

interface Observed {
  samples: Sample[];
  /** Where playback had used up its media at the end of a block, in seconds. */
  dry: number[];
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/** Blocks the page's thread for three of every four seconds. Runs in the page. */
function blockThread(): void {
  const observed: Observed = { samples: [], dry: [] };
  window.observed = observed;
  const video = document.querySelector('video');
  if (video === null) throw new Error('The page has no video.');
  const look = () => {
    const { buffered, currentTime, duration } = video;
    const end = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
    // A film has none at its start, and none after its end.
    if (currentTime > 1 && currentTime < duration - 1 && end <= currentTime)
      observed.dry.push(currentTime);
  };
  const turn = () => {
    const captions = document.querySelector<HTMLElement>('.captions')?.innerText ?? '';
    observed.samples.push({ title: document.title, currentTime: video.currentTime, captions });
    for (const until = performance.now() + 3_000; performance.now() < until; );
    look();
    setTimeout(turn, 1_000);
  };
  setTimeout(turn);
}

const observedIn = (page: Page) => page.evaluate(() => window.observed);

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

/** The page had a second to change the captions. Those that began or ended in it may be late. */
function expectCaptions(samples: readonly Sample[]): void {
  const cues = readCues();
  let seen = 0;
  for (const { title, currentTime, captions } of samples) {
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

const lists = [
  { name: 'the end of a film and the next one', rest: ['offstage002'], startSec: 40, mark: {} },
  // HLS with captions, MP4, and DASH: 328 s.
  {
    name: 'a list of more than five minutes',
    rest: ['offstage002', 'offstage001', 'offstage003', 'offstage001', 'offstage001'],
    startSec: 0,
    mark: thorough,
  },
];
for (const { name, rest, startSec, mark } of lists)
  test(
    `${name} play to the end without running out of media, with captions, in a page whose thread is blocked for three of every four seconds`,
    mark,
    async ({ page, server }) => {
      test.setTimeout(900_000);
      await page.goto(
        `${server.embedOrigin}/embed/offstage001?playlist=${rest}&autoplay=1&mute=1&cc_load_policy=1&hl=en&start=${startSec}`,
      );
      await expect(root(page)).toHaveAttribute('data-state', 'playing');
      await expect(page.locator('.captions')).toHaveAttribute('lang', 'en');
      await page.evaluate(blockThread);
      // Between two films the player has ended, too.
      await expect
        .poll(async () => filmsIn((await observedIn(page)).samples), { timeout: 800_000 })
        .toBe(rest.length + 1);
      await expect(root(page)).toHaveAttribute('data-state', 'ended', { timeout: 800_000 });
      const { samples, dry } = await observedIn(page);
      expect(dry).toEqual([]);
      expectCaptions(samples);
    },
  );

// A stream so close to its edge also waits when the machine is too busy to bring its media. How
// often that happened is printed; `npm run bench -- busy` compares it with other players.
test(
  'a low-latency stream plays for five minutes in a page whose thread is blocked for three of every four seconds',
  thorough,
  async ({ page, server }) => {
    const { annotations } = test.info();
    test.setTimeout(900_000);
    await page.goto(`${server.embedOrigin}/embed/offstage007?autoplay=1&mute=1`);
    await expect(root(page)).toHaveAttribute('data-state', 'playing');
    await page.evaluate(blockThread);
    const last = async () => (await observedIn(page)).samples.at(-1)?.currentTime ?? 0;
    const from = await last();
    await expect.poll(last, { timeout: 800_000 }).toBeGreaterThan(from + 300);
    await expect(root(page)).not.toHaveAttribute('data-error');
    const { dry } = await observedIn(page);
    annotations.push({ type: 'ran out of media at', description: String(dry) });
  },
);
