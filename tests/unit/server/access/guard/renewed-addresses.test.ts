import { expect, test } from 'vitest';
import { askPlayer } from '../../support/ask-player.ts';
import { openPage } from '../../support/open-page.ts';
import { rawRequest } from '../../support/raw-request.ts';
import {
  clock,
  openSigned,
  secretWord,
  sourceOf,
  startMs,
  startWithPrivate,
} from './private-library.ts';

test('a page may renew its addresses while its own address is valid', async () => {
  const { embed } = await startWithPrivate({ signedMediaSec: 60 });
  const page = await openSigned(embed);
  const pass = page.config.api?.embedPass;
  expect((await rawRequest(embed, sourceOf(page))).headers['cache-control']).toMatch(
    /max-age=(6|7)\d$/,
  );
  clock.nowMs += 90_000;
  expect((await rawRequest(embed, sourceOf(page))).status).toBe(410);
  const again = await askPlayer(embed, 'private0001', pass);
  expect(again.playabilityStatus.status).toBe('OK');
  expect(again.sources[0].url).not.toBe(sourceOf(page));
  expect((await rawRequest(embed, again.sources[0].url)).status).toBe(200);
  // No media address outlives the page's.
  clock.nowMs = startMs + 590_000;
  const last = await askPlayer(embed, 'private0001', pass);
  expect((await rawRequest(embed, last.sources[0].url)).headers['cache-control']).toBe(
    'private, max-age=10',
  );
  clock.nowMs = startMs + 600_000;
  expect((await rawRequest(embed, last.sources[0].url)).status).toBe(410);
  const late = await askPlayer(embed, 'private0001', pass);
  expect(late.playabilityStatus).toMatchObject({ errorCode: 'auth.expired' });
  expect(JSON.stringify(late)).not.toContain(secretWord);
});

test('a page may renew only its own video, and not with another page’s pass', async () => {
  const { embed } = await startWithPrivate();
  const { config } = await openSigned(embed, 'private0002');
  const open = await openPage(embed, '/embed/openvideo01');
  const refused = await openPage(embed, '/embed/private0001');
  for (const pass of [
    config.api?.embedPass,
    open.config.api?.embedPass,
    refused.config.api?.embedPass,
    undefined,
    'x',
  ])
    expect((await askPlayer(embed, 'private0001', pass)).playabilityStatus).toMatchObject({
      errorCode: 'auth.private',
    });
});
