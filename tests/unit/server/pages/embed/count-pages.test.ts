import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { startServedPages } from '../../../../../server/pages/embed/served-pages.ts';
import type { StartOptions } from '../../../../../server/start/start-options.ts';
import { completenessLimits } from '../../../../../server/store/reports/completeness/completeness-limits.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { whenDone } from '../../support/when-done.ts';
import { firstVideo } from './open-embed-page.ts';

const path = '/embed/video000001';
const framed = {
  'Sec-Fetch-Dest': 'iframe',
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const from = (Referer: string) => ({ ...framed, Referer });
const a = 'https://a.example';

type Headers = Record<string, string>;

/** A real server, whose counts are read once it has stopped. */
async function startCounting(changes: Partial<StartOptions> = {}) {
  const dataDir = tempDirectory();
  const file = join(dataDir, 'events.sqlite');
  const nowMs = 7.5 * 3_600_000;
  const start = () =>
    startTestServer({ mediaDir: tempDirectory(firstVideo), dataDir, ...changes }, () => nowMs);
  const server = await start();
  return {
    file,
    server,
    start,
    ask: (headers: Headers, at = path, method = 'GET') =>
      rawRequest(server.embed, at, { headers, method }),
    async counted() {
      await server.stop(0);
      const database = new DatabaseSync(file);
      const rows = database.prepare('SELECT * FROM served_pages ORDER BY host').all();
      database.close();
      expect(rows.every(({ hour_ms }) => hour_ms === 7 * 3_600_000)).toBe(true);
      return Object.fromEntries(rows.map(({ host, pages }) => [String(host), Number(pages)]));
    },
  };
}

test('the server counts the pages that it serves into frames, by the hour and the host', async () => {
  const { ask, counted, server } = await startCounting();
  await ask(from(`${a}/news?token=secret`));
  await ask(from('https://ann:secret@A.example/other'), '/e/video000001');
  await ask(from('https://a.example:8443/'), '/shorts/video000001/');
  await ask(from(`${server.embed}/watch/video000001`));
  await ask(framed);
  // The page's own events name this host, if its browser names none.
  await ask(framed, `${path}?loaderUrl=${encodeURIComponent('https://b.example/x')}`);
  // A player without a video shows the reason, and reports it.
  await ask(from('https://c.example'), '/embed/%');
  // A conditional request is answered with the whole page.
  const { status } = await ask({ ...from(a), 'If-None-Match': '"x"', 'If-Modified-Since': 'x' });
  expect(status).toBe(200);
  expect(await counted()).toEqual({
    '': 1,
    [a]: 3,
    'https://a.example:8443': 1,
    [server.embed]: 1,
    'https://b.example': 1,
    'https://c.example': 1,
  });
});

test('pages that need not send anything are not counted', async () => {
  const { ask, counted } = await startCounting();
  const one: [Headers, string?, string?][] = [
    [from(a), path, 'HEAD'],
    [{ ...from(a), 'Sec-Purpose': 'prefetch' }],
    [{ ...from(a), 'Sec-Fetch-Dest': 'document' }],
    [{ ...from(a), 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    [{ Referer: a, 'User-Agent': framed['User-Agent'] }],
    [from(a), `${path}?consent=pending`],
    [from(a), `${path}?consent=0`],
    [from(a), '/watch/video000001'],
    [from(a), '/assets/main-abc.js'],
    [from(a), '/nothing'],
  ];
  for (const request of one) await ask(...request);
  const { status } = await ask(from(a), path, 'POST');
  expect(status).toBe(404);
  expect(await counted()).toEqual({});
});

test.each<[string, Partial<StartOptions>, string, number]>([
  ['off', { isTelemetryOn: false }, path, 0],
  ['asked for', { isConsentRequired: true }, path, 0],
  ['asked for and given', { isConsentRequired: true }, `${path}?consent=granted`, 1],
])('a page whose telemetry is %s counts only if it may send', async (_, changes, at, pages) => {
  const { ask, counted } = await startCounting(changes);
  await ask(from(a), at);
  expect((await counted())[a] ?? 0).toBe(pages);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://a b.example/',
  `https://${'x'.repeat(10_000)}.example/`,
  `https://${'é'.repeat(5_000)}.example/`,
  'null',
  "https://a'; DROP TABLE served_pages; --",
])(
  'an invented referrer is served like any other, and stored briefly or not at all: %s',
  async (referrer) => {
    const { ask, counted } = await startCounting();
    const { status } = await ask(from(Buffer.from(referrer).toString('latin1')));
    expect(status).toBe(200);
    const answers = await Promise.all(
      [`${referrer}\0`, '\0', 'https://a.example\0/'].map((text) =>
        ask(framed, `${path}?loaderUrl=${encodeURIComponent(text)}`),
      ),
    );
    const served = 1 + answers.filter((answer) => answer.status === 200).length;
    const hosts = Object.entries(await counted());
    expect(hosts.reduce((all, [, pages]) => all + pages, 0)).toBe(served);
    for (const [host] of hosts) expect(host).toMatch(/^(https?:\/\/[^\0\s]{1,192})?$/);
  },
);

test('pages are served while another program keeps the store locked, and the server stops', async () => {
  const { ask, file, server } = await startCounting();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  for (let n = 0; n < 5; n++) expect((await ask(from(a))).status).toBe(200);
  await server.stop(0);
  other.close();
  expect(server.errors).toEqual([]);
});

test('pages that come while another program keeps the store locked are counted when it is free', async () => {
  vi.useFakeTimers();
  whenDone(() => vi.useRealTimers());
  const file = join(tempDirectory(), 'events.sqlite');
  let nowMs = 0;
  const counter = startServedPages({
    store: openSqliteFile(file, () => nowMs),
    now: () => nowMs,
    reportError: (error) => {
      throw error;
    },
  });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  counter.add(a);
  await vi.advanceTimersByTimeAsync(completenessLimits.writePagesMs);
  counter.add(a);
  other.exec('ROLLBACK');
  nowMs += 60_000;
  await counter.stop();
  expect(other.prepare('SELECT host, pages FROM served_pages').all()).toEqual([
    { host: a, pages: 2 },
  ]);
  other.close();
});

test('a server adds to the counts of the one before it', async () => {
  const { ask, counted, start } = await startCounting();
  await ask(from(a));
  expect(await counted()).toEqual({ [a]: 1 });
  const next = await start();
  await rawRequest(next.embed, path, { headers: from(a) });
  await next.stop(0);
  expect(await counted()).toEqual({ [a]: 2 });
});
