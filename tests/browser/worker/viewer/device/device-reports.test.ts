import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  databaseNames,
  dataDatabaseName,
} from '../../../../../worker/storage/data/database-names.ts';
import { intake } from '../../../intake.ts';
import { runSandboxed } from '../../../run-sandboxed.ts';
import { endServices, places, type RunningServices, runServices } from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(async () => {
  await endServices();
  await intake.cut();
});

/** All preference rows, including malformed ones. */
async function rows(): Promise<Record<string, unknown>> {
  // Opening a missing database would create an empty one, which the services would then find.
  if (!(await databaseNames())?.includes(dataDatabaseName)) return {};
  const db = await openDB(dataDatabaseName);
  const found = db.objectStoreNames.contains('values') ? await db.getAll('values') : [];
  db.close();
  return Object.fromEntries(
    found
      .filter(({ key }) => key.startsWith('preference/'))
      .map(({ key, value }) => [key.slice('preference/'.length), value]),
  );
}

const screen = { pixelRatio: 2, cookies: '', isHttps: true, isSecure: true, isFramed: true };

describe.each(places)('preferences and the screen (%s)', (place) => {
  async function start(isTelemetryOn = true): Promise<RunningServices> {
    const running = runServices(place);
    await running.services.start({ ...running.config, isTelemetryOn });
    return running;
  }

  test('a choice is kept for the next page, even if this one is killed', async () => {
    const first = await start();
    await first.services.reportDevice({ chosen: { volume: 30, captionsLanguage: null } });
    await expect.poll(rows).toEqual({ volume: 30, captionsLanguage: null });
    await first.kill();
    const next = await start();
    expect(await next.services.reportDevice({ isOpening: true })).toEqual({
      ok: true,
      value: {
        preferences: { volume: 30, captionsLanguage: null },
        resumeSeconds: null,
        cookie: null,
      },
    });
  });

  test('the position in a video is kept for the next page while the viewer may be remembered', async () => {
    const first = await start();
    const watched = { videoId: 'offstage001', seconds: 83 };
    await first.services.reportDevice({ watched });
    await first.kill();
    const next = await start();
    const opened = { opened: 'offstage001' };
    const nowhere = { value: { resumeSeconds: null } };
    expect(await next.services.reportDevice(opened)).toMatchObject({
      value: { resumeSeconds: 83 },
    });
    expect(await next.services.reportDevice({ opened: 'offstage002' })).toMatchObject(nowhere);
    for (const change of [{ isPrivate: true }, { consent: 'pending' }] as const) {
      const { services, config } = runServices(place);
      await services.start({ ...config, ...change });
      await services.reportDevice({ watched: { videoId: 'offstage002', seconds: 50 } });
      for (const videoId of ['offstage001', 'offstage002'])
        expect(await services.reportDevice({ opened: videoId })).toMatchObject(nowhere);
    }
    expect(await next.services.reportDevice({ opened: 'offstage002' })).toMatchObject(nowhere);
    await next.services.setConsent('refused');
    await next.services.setConsent('granted');
    expect(await next.services.reportDevice(opened)).toMatchObject(nowhere);
  });

  test('forgetting a viewer without stored data leaves no database behind', async () => {
    const { services } = await start();
    await services.setConsent('refused');
    await services.setConsent('granted');
    // Answered by the services that do the forgetting, after their notice.
    await services.reportDevice({ isOpening: true });
    expect(await databaseNames()).not.toContain(dataDatabaseName);
  });

  test('when two embeds change settings, the last change wins for each setting', async () => {
    const [one, other] = [await start(), await start()];
    await one.services.reportDevice({ chosen: { volume: 10, isMuted: true } });
    await expect.poll(rows).toEqual({ volume: 10, isMuted: true });
    await other.services.reportDevice({ chosen: { volume: 70 } });
    await expect.poll(rows).toEqual({ volume: 70, isMuted: true });
  });

  test('a malformed row is deleted, and the others apply', async () => {
    const first = await start();
    await first.services.reportDevice({ chosen: { volume: 30, playbackRate: 1.5 } });
    await expect.poll(rows).toEqual({ volume: 30, playbackRate: 1.5 });
    const db = await openDB(dataDatabaseName);
    await db.put('values', {
      key: 'preference/volume',
      value: ['loud'],
      expiresMs: Date.now() + 1e9,
    });
    db.close();
    const { services } = await start();
    expect(await services.reportDevice({ isOpening: true })).toMatchObject({
      value: { preferences: { playbackRate: 1.5 } },
    });
    expect(await rows()).toEqual({ playbackRate: 1.5 });
  });

  test('a page that looks for stored settings creates no database', async () => {
    const { services } = await start();
    expect(await services.reportDevice({ isOpening: true, screen })).toEqual({
      ok: true,
      value: {
        preferences: {},
        resumeSeconds: null,
        cookie: expect.stringMatching(/^offstage_hidpi=1; Max-Age=63072000;/),
      },
    });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(dataDatabaseName);
  });

  test('without telemetry nothing is stored, and no cookie is written', async () => {
    const { services } = await start(false);
    await services.reportDevice({ chosen: { volume: 30 } });
    expect(await services.reportDevice({ isOpening: true, screen })).toMatchObject({
      value: { cookie: null },
    });
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('a malformed report is refused, and before the start there is no answer', async () => {
    const running = runServices(place);
    expect(await running.services.reportDevice({})).toMatchObject({
      error: { code: 'NOT_STARTED' },
    });
    await running.services.start(running.config);
    expect(await running.services.reportDevice({ chosen: { volume: 1e9 } })).toMatchObject({
      ok: false,
      error: { code: 'BAD_REPORT', message: expect.stringContaining('chosen.volume') },
    });
  });
});

test('in a frame without an origin nothing outlives the page, and this is not an error', async () => {
  const { services, config } = await runSandboxed();
  await services.start(config);
  expect(await services.reportDevice({ chosen: { volume: 30 } })).toMatchObject({ ok: true });
  expect(await services.reportDevice({ isOpening: true, screen })).toEqual({
    ok: true,
    value: { preferences: {}, resumeSeconds: null, cookie: null },
  });
});
