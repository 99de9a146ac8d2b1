import { expect, test } from 'vitest';
import { firstVideo, openEmbedPage, startWithFiles } from './open-embed-page.ts';

test('the page knows the page that framed it, but not a page that only linked to it [spec-2.5]', async () => {
  const server = await startWithFiles(firstVideo);
  const Referer = 'https://host.example/page';
  const loaderUrl = async (headers: Record<string, string>) =>
    (await openEmbedPage(server, '/embed/video000001', headers)).config.args.loaderUrl;
  expect(await loaderUrl({ Referer, 'Sec-Fetch-Dest': 'iframe' })).toBe(Referer);
  expect(await loaderUrl({ Referer })).toBe(Referer);
  expect(await loaderUrl({ Referer, 'Sec-Fetch-Dest': 'document' })).toBeUndefined();
  expect(await loaderUrl({ 'Sec-Fetch-Dest': 'iframe' })).toBeUndefined();
});

test.each([
  ['https://host.example/page?session=secret#secret', 'https://host.example/page'],
  ['https://ann:secret@host.example/page', 'https://host.example/page'],
  ['https://host.example', 'https://host.example'],
  ['file:///home/secret/page.html', undefined],
  ['secret', undefined],
])('for the host page %s, the player page gets %s', async (Referer, reported) => {
  const server = await startWithFiles(firstVideo);
  const framed = { Referer, 'Sec-Fetch-Dest': 'iframe' };
  const shown = `?loaderUrl=${encodeURIComponent(Referer)}&widget_referrer=${encodeURIComponent(Referer)}`;
  const pages = [
    await openEmbedPage(server, '/embed/video000001', framed),
    await openEmbedPage(server, `/embed/video000001${shown}`, {}),
  ];
  for (const page of pages) {
    expect(page.config.args.loaderUrl || undefined).toBe(reported);
    expect(page.body).not.toContain('secret');
  }
});

test('a host page whose URL may hold a token is passed on as its host only', async () => {
  const server = await startWithFiles(firstVideo);
  const Referer = `${server.embed}/watch/video000001?token=1.secret`;
  const { config, body } = await openEmbedPage(server, '/embed/video000001', {
    Referer,
    'Sec-Fetch-Dest': 'iframe',
  });
  expect(config.args.loaderUrl).toBe(`${server.embed}/`);
  expect(body).not.toContain('secret');
});
