import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServicesOn } from '../../../../../worker/services/create-services.ts';
import { readPlatform } from '../../../../../worker/services/platform.ts';
import { intake } from '../../../intake.ts';
import { endServices, newSid, type RunningServices, runServices } from '../../../run-services.ts';

beforeEach(async () => {
  await intake.reset();
  await intake.mode({ answer: 'ok', visitorIds: true });
});
afterEach(endServices);

const visitorIds = async () => (await intake.state()).visitorIds;

async function waiters(): Promise<number> {
  const { pending = [] } = await navigator.locks.query();
  return pending.filter(({ name }) => name === 'offstage:visitor-id').length;
}

/** Services that fetch a visitor id when they start. */
async function start(running: RunningServices): Promise<RunningServices> {
  await running.services.start({ ...running.config, api: {} });
  return running;
}

/**
 * Services with all scripts loaded, which fetch an id when the viewer consents, before the first
 * fetch times out.
 */
async function startWaiting(): Promise<RunningServices> {
  const running = runServices('worker');
  await running.services.start({ ...running.config, api: {}, consent: 'pending' });
  await running.services.callApi('getDatasyncIds', 'no fields');
  return running;
}

/** The visitor id of a document's events; `undefined` without. */
async function idOf(
  { services, config }: RunningServices,
  seq: number,
): Promise<string | undefined> {
  const entry = {
    seq,
    name: 'seen',
    payload: {},
    tier: 400,
    eventTimeMs: Date.now(),
    lastActivityMs: -1,
  };
  await services.log([entry as never]);
  await services.flush();
  const { requests } = await intake.state();
  return requests.findLast(({ batch }) => batch.sid === config.sid)?.batch.context.client.visitorId;
}

test('ten documents that start at the same time fetch one visitor id, and all have it', async () => {
  const documents = await Promise.all(Array.from({ length: 10 }, () => start(runServices('page'))));
  let seq = 0;
  for (const document of documents)
    await expect.poll(() => idOf(document, ++seq)).toBe('visitor-1');
  expect(await visitorIds()).toBe(1);
});

test('when the worker that fetches it dies during that, one of the others fetches it, once', async () => {
  await intake.mode({ answer: 'hang', visitorIds: true });
  const others = await Promise.all([startWaiting(), startWaiting()]);
  const leader = await start(runServices('worker'));
  await expect.poll(visitorIds).toBe(1);
  // Within the 5 s after which the leader gives up; consent itself may take longer.
  const agreed = others.map(({ services }) => services.setConsent('granted'));
  await expect.poll(waiters).toBe(2);
  await intake.mode({ answer: 'ok', visitorIds: true });
  await leader.kill();
  await Promise.all(agreed);
  let seq = 0;
  for (const other of others) await expect.poll(() => idOf(other, ++seq)).toBe('visitor-2');
  expect(await visitorIds()).toBe(2);
});

test('if locks are denied, each document still gets its visitor id', async () => {
  const platform = readPlatform();
  const alone = () =>
    start(
      runServices('page', newSid(), (report) =>
        createServicesOn({ ...platform, locks: null }, report),
      ),
    );
  const documents = await Promise.all([alone(), alone()]);
  let seq = 0;
  for (const document of documents)
    await expect.poll(() => idOf(document, ++seq)).toMatch(/^visitor-\d$/);
});
