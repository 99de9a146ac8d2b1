import { execFileSync } from 'node:child_process';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { storedEvents } from '../../support/intake.ts';
import { until } from '../../support/until.ts';
import type { Check } from '../check.ts';
import type { Recipe } from '../recipe.ts';
import { copyOfFilm, type LibraryFiles, withLibrary, withServer } from '../with-server.ts';

/** Sidecars by which an operator may have meant to make a video private. */
const doubtful: Readonly<Record<string, string | Uint8Array>> = {
  'single-quotes': "{ 'private': true }",
  'unquoted-key': '{ private: true }',
  'capital-key': '{ "Private": true }',
  'text-for-true': '{ "private": "true" }',
  'number-for-true': '{ "private": 1 }',
  'utf-16': Buffer.from('\ufeff{ "private": true }', 'utf16le'),
  'cut-short': '{ "private": true',
  'a-list': '[{ "private": true }]',
  'near-miss': '{ "privat": true }',
  empty: '',
};

const sidecars: Recipe = {
  row: 'M1',
  title: 'unreadable sidecars and a sidecar that arrives late [attack-M1]',
  run() {
    const files: LibraryFiles = Object.fromEntries([
      ['public.mp4', copyOfFilm],
      ['folder/late.mp4', copyOfFilm],
      ...Object.entries(doubtful).flatMap(([name, text]) => [
        [`${name}.mp4`, copyOfFilm],
        [`${name}.json`, text],
      ]),
    ]);
    return withLibrary(files, (mediaDir) =>
      withServer(['--media', mediaDir], async ({ embedOrigin }) => {
        const statusOf = async (path: string) =>
          (await fetch(`${embedOrigin}/media/${path}`, { method: 'HEAD' })).status;
        const open: string[] = [];
        for (const name of Object.keys(doubtful))
          if ((await statusOf(`${name}.mp4`)) === 200) open.push(name);
        const isPublicServed = (await statusOf('public.mp4')) === 200;
        writeFileSync(join(mediaDir, 'folder/late.json'), '{ "private": true }');
        const isLateNoticed = await until(
          'the late sidecar is noticed',
          async () => (await statusOf('folder/late.mp4')) !== 200,
        ).catch(() => false);
        return [
          { what: 'a film without a sidecar is public', isMet: isPublicServed },
          {
            what: 'a film with an unreadable sidecar is private',
            isMet: open.length === 0,
            seen: `${Object.keys(doubtful).length} sidecars, open: ${open.join(', ') || 'none'}`,
          },
          {
            what: 'a sidecar that arrives late in a folder makes its film private',
            isMet: isLateNoticed,
          },
        ];
      }),
    );
  },
};

const signScript = fileURLToPath(new URL('../../../scripts/sign.js', import.meta.url));
const signingKey = 'a-key-of-the-attacked-server-0123456789';

const tokens: Recipe = {
  row: 'M9',
  title: 'the token of a signed watch page [attack-M9]',
  run: ({ browser }) =>
    withLibrary(
      {
        'secret.mp4': copyOfFilm,
        'secret.json': '{ "id": "secret00001", "private": true }',
      },
      (mediaDir) =>
        withServer(['--media', mediaDir, '--signing-key', signingKey], async (server) => {
          const sign = [
            'secret00001',
            '--expires',
            '1h',
            '--origin',
            server.embedOrigin,
            '--signing-key',
            signingKey,
          ];
          const signed = execFileSync(process.execPath, [signScript, ...sign], {
            encoding: 'utf8',
          });
          const token = /[?&]token=([^"&\s]+)/.exec(signed)?.[1] ?? '';
          const context = await browser.newContext();
          const page = await context.newPage();
          await page.goto(`${server.embedOrigin}/watch/secret00001?token=${token}`);
          const frame = await until('the player is there', () =>
            page.frames().find((one) => one.url().includes('/embed/secret00001')),
          );
          await until('the player takes calls', () => frame.evaluate(() => 'offstage' in window));
          await frame.evaluate(() => window.offstage.flush());
          const events = await until('the start is stored', async () => {
            const stored = await storedEvents(server);
            return stored.some(({ name }) => name === 'embed_loaded') && stored;
          });
          await context.close();
          const telling = events.filter((event) => JSON.stringify(event).includes(token));
          return [
            { what: 'there is a token', isMet: token.length > 20 },
            {
              what: 'no stored event contains it',
              isMet: telling.length === 0,
              seen: `${events.length} events, with the token: ${telling.length}`,
            },
          ];
        }),
    ),
};

const referrer: Recipe = {
  row: 'L3',
  title: 'the SDK’s widget_referrer on a page that hides its referrer [attack-L3]',
  run: ({ browser }) =>
    withServer([], async ({ embedOrigin, demoOrigin }) => {
      const src = await frameAddress(browser, `${demoOrigin}/secret/path?user=1`, embedOrigin);
      return [
        {
          what: 'the frame’s address does not contain the page’s path',
          isMet: src.startsWith(embedOrigin) && !src.includes('secret'),
          seen: src.replace(embedOrigin, ''),
        },
      ];
    }),
};

/** @returns the frame address that the SDK builds on a page at `url` */
async function frameAddress(browser: Browser, url: string, embedOrigin: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/', url).href);
  await page.evaluate((address) => history.replaceState(null, '', address), url);
  await page.setContent('<meta name="referrer" content="no-referrer"><div id="player"></div>');
  await page.addScriptTag({ url: `${embedOrigin}/iframe_api` });
  const src = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { YT } = window as unknown as {
          YT: {
            ready(then: () => void): void;
            Player: new (id: string, options: object) => unknown;
          };
        };
        YT.ready(() => {
          new YT.Player('player', { videoId: 'offstage002' });
          resolve(document.querySelector('iframe')?.src ?? '');
        });
      }),
  );
  await context.close();
  return src;
}

const modes: Recipe = {
  row: 'L1',
  title: 'other users of the machine [attack-L1]',
  run: () =>
    withServer([], async (server): Promise<Check[]> => {
      const { dataDir } = server;
      // File modes as an earlier version left them.
      await server.stop();
      chmodSync(dataDir, 0o755);
      chmodSync(join(dataDir, 'events.sqlite'), 0o644);
      await server.restart();
      const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
      const directory = modeOf(dataDir);
      const store = modeOf(join(dataDir, 'events.sqlite'));
      return [
        {
          what: 'only its owner can access the data directory',
          isMet: directory === '700',
          seen: directory,
        },
        { what: 'only its owner can access the store', isMet: store === '600', seen: store },
      ];
    }),
};

export const privacyRecipes: readonly Recipe[] = [sidecars, tokens, referrer, modes];
