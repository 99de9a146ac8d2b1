import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { CommandLine } from './support/command-line.ts';
import { h264, picture, test } from './support/command-line.ts';
import { loggedEvents } from './support/sequences.ts';
import { startServerProcess } from './support/server-process.ts';
import { thorough } from './support/thorough.ts';

/** Characters that shells, HTML, URLs, CSV or terminals interpret. */
const odd = `=It's "my" film – שלום & <b>x<b> $(touch ran) #1 50% a?b~`;
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nSpoken words\n';

/**
 * Films as an operator drops them into the library: a file with captions and poster, a playlist
 * with a rendition, and a private film, all with this name.
 */
function dropFilms({ films, library, film }: CommandLine): void {
  const plain = film('base.mp4', ...picture('320x180', 4), ...h264);
  film('still.png', ...picture('64x64', 1), '-frames:v', '1');
  for (const folder of [odd, `hls ${odd}`, 'private']) mkdirSync(join(library, folder));
  for (const folder of [odd, 'private']) copyFileSync(plain, join(library, folder, `${odd}.mp4`));
  for (const folder of [odd, `hls ${odd}`]) {
    writeFileSync(join(library, folder, `${odd}.en.vtt`), vtt);
    copyFileSync(join(films, 'still.png'), join(library, folder, `${odd}.png`));
  }
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0'];
  execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', [
    ...['-v', 'error', '-i', plain, '-c', 'copy', ...hls],
    join(library, `hls ${odd}`, 'rendition.m3u8'),
  ]);
  const reference = encodeURIComponent(`${odd}.rendition.m3u8`);
  const place = (name: string) => join(library, `hls ${odd}`, name);
  copyFileSync(place('rendition.m3u8'), place(`${odd}.rendition.m3u8`));
  writeFileSync(
    place(`${odd}.m3u8`),
    `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180\n${reference}\n`,
  );
  rmSync(place('rendition.m3u8'));
}

interface Listed {
  id: string;
  title: string;
  packagings: string[];
  isPrivate: boolean;
  problem: string | null;
}

async function listed(cli: CommandLine): Promise<Listed[]> {
  const { stdout } = await cli.offstage('list', '--json');
  return JSON.parse(stdout);
}

async function playsWithCaptions(page: Page, url: string): Promise<void> {
  const joined = url.includes('?') ? '&' : '?';
  await page.goto(`${url}${joined}autoplay=1&mute=1&cc_load_policy=1`);
  await expect(page).toHaveTitle(`${odd} - Offstage`);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
}

test(
  'dropped films with odd names play as file, as HLS and with a signed URL, with captions and poster',
  thorough,
  async ({ cli, page }) => {
    dropFilms(cli);
    const films = await listed(cli);
    expect(films.map(({ title, problem }) => [title, problem])).toEqual(
      films.map(() => [odd, null]),
    );
    expect(films.flatMap(({ packagings }) => packagings).toSorted()).toEqual([
      'hls',
      'progressive',
      'progressive',
    ]);
    const server = await startServerProcess(['--media', cli.library]);
    for (const { id, isPrivate } of films) {
      const args = ['--expires', '1h', '--origin', server.embedOrigin, '--data', server.dataDir];
      const signed = isPrivate ? await cli.offstage('sign', ...args, '--json', '--', id) : null;
      const url = signed ? JSON.parse(signed.stdout).url : `${server.embedOrigin}/embed/${id}`;
      await playsWithCaptions(page, url);
      if (isPrivate) continue;
      await page.locator('video').evaluate((video: HTMLVideoElement) => {
        video.pause();
        video.currentTime = 0.5;
      });
      await expect(page.locator('.captions p').first()).toHaveText('Spoken words');
      const poster = await page.evaluate(() => {
        const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '{}');
        return fetch(config.playerResponse.posterUrl).then(({ status }) => status);
      });
      expect(poster).toBe(200);
    }
    await server.dispose();
  },
);

test('every page and answer shows an odd title as text, and its code embeds the film', async ({
  cli,
  page,
}) => {
  dropFilms(cli);
  const film = (await listed(cli)).find(({ isPrivate }) => !isPrivate);
  const server = await startServerProcess(['--media', cli.library]);
  const watchUrl = `${server.embedOrigin}/watch/${film?.id}`;
  await page.goto(watchUrl);
  await expect(page.locator('h1')).toHaveText(odd);
  await expect(page).toHaveTitle(`${odd} - Offstage`);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', odd);
  expect(await page.locator('h1 b').count()).toBe(0);
  const shared = await page.getByLabel('Embed code', { exact: true }).inputValue();
  const ask = async (format: string) => {
    const query = new URLSearchParams({ format, url: watchUrl });
    return (await fetch(`${server.embedOrigin}/oembed?${query}`)).text();
  };
  const [json, xml] = [JSON.parse(await ask('json')), await ask('xml')];
  // The pages themselves forbid such parsing.
  await page.goto('about:blank');
  const parsed = await page.evaluate(
    ([xmlText = '', ...codes]) => {
      const parse = (text: string, type: DOMParserSupportedType) =>
        new DOMParser().parseFromString(text, type);
      const answer = parse(xmlText, 'text/xml');
      const textOf = (name: string) => answer.querySelector(name)?.textContent ?? '';
      return {
        xmlTitle: textOf('oembed > title'),
        frames: [...codes, textOf('oembed > html')].map((code) => {
          const { children } = parse(code, 'text/html').body;
          return [children.length, children[0]?.getAttribute('title')];
        }),
      };
    },
    [xml, json.html, shared],
  );
  expect(json.title).toBe(odd);
  expect(parsed).toEqual({ xmlTitle: odd, frames: Array(3).fill([1, odd]) });
  await page.goto(`${server.embedOrigin}/`);
  await expect(page.locator('li a').first()).toHaveText(odd);
  await page.goto(`${server.demoOrigin}/`);
  await expect(page.getByText(odd).first()).toBeAttached();
  await server.dispose();
});

test(
  'published pages and the dashboard have the odd title as text, and exports start no cell with a formula',
  thorough,
  async ({ cli, page }) => {
    dropFilms(cli);
    const film = (await listed(cli)).find(({ isPrivate }) => !isPrivate);
    const server = await startServerProcess(['--media', cli.library]);
    const out = join(cli.films, odd);
    const published = await cli.offstage('publish', '--out', out, '--api', server.embedOrigin);
    expect(published).toMatchObject({ code: 0, stdout: `${out}\n` });
    await page.setContent(readFileSync(join(out, `embed/${film?.id}.html`), 'utf8'));
    await expect(page).toHaveTitle(`${odd} - Offstage`);
    await page.goto(`${server.embedOrigin}/embed/${film?.id}?autoplay=1&mute=1`);
    const exported = async (...args: string[]) =>
      (await cli.offstage('export', 'events', '--data', server.dataDir, ...args)).stdout;
    const ofFilm = ['--video', film?.id ?? '', '--format', 'csv'];
    await expect
      .poll(async () => (await loggedEvents(page, server)).map(({ payload }) => payload.videoId))
      .toContain(film?.id);
    const rows = await exported(...ofFilm);
    expect(rows).toContain(film?.id ?? '-');
    expect(rows).not.toMatch(/(?:^|,)"?[=+@]/m);
    // Playbacks are stored when their page ends.
    await page.goto('about:blank');
    const playbacks = async () =>
      (await fetch(`${server.embedOrigin}/telemetry/playbacks.csv`)).text();
    await expect.poll(playbacks).toContain(`,"'${odd.replaceAll('"', '""')}"`);
    await page.goto(`${server.embedOrigin}/telemetry/`);
    await expect(page.getByRole('option', { name: odd })).toBeAttached();
    await server.dispose();
  },
);
