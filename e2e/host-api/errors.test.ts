import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as rawHostTest } from '../support/raw-host.ts';
import type { Server } from '../support/server-process.ts';
import { thorough } from '../support/thorough.ts';
import type { StartShared } from '../support/worker.ts';

/**
 * Names of the error catalogue and the host's number for each. `something_new` has no row of its
 * own.
 */
const numbers: Record<string, number> = {
  'api.invalidparam': 2,
  'video.notfound': 100,
  auth: 150,
  'drm.auth': 150,
  'embedding.domain': 150,
  'heartbeat.servererror': 150,
  'heartbeat.stop': 150,
  'html5.unsupportedads': 5,
  'fmt.noneavailable': 5,
  'fmt.decode': 5,
  'fmt.unplayable': 5,
  'html5.missingapi': 5,
  'html5.unsupportedlive': 5,
  'drm.unavailable': 5,
  'mrm.blocked': 151,
  'embedder.identity.denied': 152,
  'embedder.identity.missing.referrer': 153,
  'net.retryexhausted': 5,
  'publisher.example': 150,
  something_new: 5,
};

const names = Object.keys(numbers);
const idOf = (name: string) => `problem${String(names.indexOf(name)).padStart(4, '0')}`;

/** A library in which every video has its own error. */
const startWithProblems: StartShared<Server> = async ({ servers }, stack) => {
  const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-errors-'));
  stack.defer(() => rmSync(mediaDir, { recursive: true }));
  for (const name of names) {
    const unplayable = { errorCode: name, reason: `This is ${name}.` };
    writeFileSync(
      join(mediaDir, `${name}.json`),
      JSON.stringify({ id: idOf(name), title: name, unplayable }),
    );
  }
  const server = await servers.start(['--media', mediaDir]);
  stack.defer(() => server.dispose());
  return server;
};

const test = rawHostTest.extend({
  server: async ({ shared }, use) => use(await shared(startWithProblems)),
});

/** One that forbids this video, and one that is missing from the request. */
const representatives = ['auth', 'embedder.identity.missing.referrer'];

for (const [name, number] of Object.entries(numbers)) {
  test(
    `${name} is onError ${number}, on loading and without a request for it [spec-8.2, spec-8.3, spec-8.4, spec-8.5, spec-8.7]`,
    representatives.includes(name) ? {} : thorough,
    async ({ openRawHost }) => {
      const host = await openRawHost(`/embed/${idOf(name)}?enablejsapi=1`);
      await expect.poll(() => host.values('onError')).toEqual([number]);
      const events = (await host.messages()).map(({ event }) => event);
      expect(events.filter((event) => event !== 'infoDelivery')).toEqual([
        'initialDelivery',
        'onReady',
        'onError',
      ]);
      expect((await host.info()).videoData).toMatchObject({
        video_id: idOf(name),
        isPlayable: false,
        errorCode: number,
      });
      await expect(host.player.locator('.player[data-error]').getByRole('alert')).toBeVisible();
    },
  );
}

test('an error of a video that is loaded later is reported in the same way, and the next video plays', async ({
  openRawHost,
}) => {
  const host = await openRawHost(`/embed/${idOf('auth')}?enablejsapi=1`);
  await expect.poll(() => host.values('onError')).toEqual([150]);
  await host.forget();
  await host.command('loadVideoById', idOf('mrm.blocked'));
  await expect.poll(() => host.values('onError')).toEqual([151]);
  await host.command('cueVideoById', 'no id at all');
  await expect.poll(() => host.values('onError')).toEqual([151, 2]);
  await host.command('cueVideoById', 'unknown0000');
  await expect.poll(() => host.values('onError')).toEqual([151, 2, 100]);
  await host.command('loadPlaylist', 'PLwhatisthis');
  await expect.poll(() => host.values('onError')).toEqual([151, 2, 100, 100]);
  await host.command('loadPlaylist', []);
  await expect.poll(() => host.values('onError')).toEqual([151, 2, 100, 100, 2]);
});

test('a missing video id in the address is onError 2, an unknown one 100 [spec-8.1]', async ({
  openRawHost,
}) => {
  const nothing = await openRawHost('/embed/?enablejsapi=1');
  await expect.poll(() => nothing.values('onError')).toEqual([2]);
  const unknown = await openRawHost('/embed/unknown0000?enablejsapi=1');
  await expect.poll(() => unknown.values('onError')).toEqual([100]);
});
