import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClientError } from '../../../../../shared/telemetry/client-error.ts';
import { openDataDatabase } from '../../../../../worker/storage/data/data-database.ts';
import { dataDatabaseName } from '../../../../../worker/storage/data/database-names.ts';
import { intake } from '../../../intake.ts';
import {
  connectServices,
  endServices,
  places,
  runServices,
  workerUrl,
} from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(async () => {
  await endServices();
  await deleteDB(dataDatabaseName);
});

function makeError(message: string): ClientError {
  const stack = `TypeError: ${message}\n    at f (${location.origin}/assets/page-abc.js:3:14)`;
  return { source: 'page', type: 'TypeError', message, stack, params: { a: 'b' } };
}

async function keptKeys(): Promise<string[]> {
  const db = await openDataDatabase(() => {});
  try {
    const keys = (await db.getAllKeys('values')).map(String);
    // The clean-up also notes there when it was last.
    return keys.filter((key) => key.startsWith('error-report/'));
  } finally {
    db.close();
  }
}

describe.each(places)('services in the %s', (place) => {
  test('report each error of the page only once', async () => {
    const { services, config } = runServices(place);
    await services.start(config);
    for (const message of ['x', 'x', 'y']) {
      await services.notice({ type: 'error', error: makeError(message) });
    }
    const { errorReports } = await intake.wait({ errorReports: 2 });
    expect(errorReports.map(({ msg }) => msg).sort()).toEqual(['x', 'y']);
    expect(errorReports[0]).toMatchObject({
      a: 'logerror',
      t: 'jserror',
      type: 'TypeError',
      line: '3',
      level: 'ERROR',
      'client.name': 'browser-test',
      sid: config.sid,
      source: 'page',
      params: JSON.stringify({ visibility: 'unknown', navigation: 'none', a: 'b' }),
    });
  });

  test('keep errors that they cannot send, and the next page sends them', async () => {
    await intake.mode({ answer: 'offline' });
    const first = runServices(place);
    await first.services.start(first.config);
    await first.services.notice({ type: 'error', error: makeError('offline') });
    await expect.poll(keptKeys).toHaveLength(1);
    await first.kill();
    expect((await intake.state()).errorReports).toEqual([]);

    await intake.mode({ answer: 'ok' });
    const second = runServices(place);
    await second.services.start(second.config);
    const { errorReports } = await intake.wait({ errorReports: 1 });
    expect(errorReports[0]).toMatchObject({ msg: 'offline', sid: first.config.sid });
    await expect.poll(keptKeys).toEqual([]);
  });

  test('report and keep no errors while the telemetry is off', async () => {
    const { services, config } = runServices(place);
    await services.start({ ...config, isTelemetryOn: false });
    await services.notice({ type: 'error', error: makeError('x') });
    await services.dispose();
    expect((await intake.state()).errorReports).toEqual([]);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(dataDatabaseName);
  });
});

test('an unhandled rejection in the worker is reported with its stack', async () => {
  const worker = new Worker(workerUrl, { type: 'module' });
  const { services, config } = connectServices(worker, async () => worker.terminate());
  await services.start(config);
  // No product page sends this.
  worker.postMessage({ entries: 5 });
  const { errorReports } = await intake.wait({ errorReports: 1 });
  expect(errorReports[0]).toMatchObject({
    source: 'worker_rejection',
    level: 'WARNING',
    type: 'TypeError',
  });
  expect(errorReports[0]?.stack).toMatch(/worker\//);
  expect(await services.ping()).toBe('alive');
});

test('when pages start together, only one sends the kept errors', async () => {
  await intake.mode({ answer: 'offline' });
  const first = runServices('worker');
  await first.services.start(first.config);
  for (const message of ['1', '2', '3']) {
    await first.services.notice({ type: 'error', error: makeError(message) });
  }
  await expect.poll(keptKeys).toHaveLength(3);
  await first.kill();
  await intake.mode({ answer: 'ok' });
  const next = Array.from({ length: 4 }, () => runServices('worker'));
  await Promise.all(next.map(({ services, config }) => services.start(config)));
  await expect.poll(keptKeys).toEqual([]);
  expect((await intake.state()).errorReports.map(({ msg }) => msg).sort()).toEqual(['1', '2', '3']);
});
