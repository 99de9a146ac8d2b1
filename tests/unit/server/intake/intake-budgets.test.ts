import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intakeLimits } from '../../../../shared/limits/intake-limits.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { logEventPath, postBody, summaryOf } from './post-body.ts';

test('the bytes that a client adds to the store are limited by the minute, including rows of invented documents [attack-H2]', async () => {
  const clock = { nowMs: 1_800_000_000_000 };
  const server = await startTestServer({ rateLimit: 1_000 }, () => clock.nowMs);
  // A small body whose context is stored a hundred times.
  const context = {
    client: {
      clientName: 'x'.repeat(100),
      clientVersion: 'x'.repeat(100),
      hl: 'en',
      visitorId: 'x'.repeat(200),
      experimentIds: Array.from({ length: 100 }, () => 999_999_999),
    },
  };
  const events = Array.from({ length: 100 }, (_, index) => logEvent(index + 1, { payload: {} }));
  const send = (index: number) =>
    postBody(
      server,
      logEventPath,
      JSON.stringify(logBatch(events, { sid: `sid-${index}`.padEnd(16, 'x'), context })),
    );
  let acceptedCount = 0;
  let last = await send(0);
  for (let index = 1; last.status === 200 && index < 100; index += 1) {
    acceptedCount += 1;
    last = await send(index);
  }
  expect(last).toMatchObject({ status: 429, json: { error: { code: 'RATE_LIMITED' } } });
  expect(acceptedCount).toBeGreaterThan(20);
  expect(await summaryOf(server)).toMatchObject({ clients: acceptedCount, rejected: 0 });
  clock.nowMs += Number(last.headers['retry-after']) * 1_000;
  expect((await send(1_000)).status).toBe(200);
});

test('error reports count for more than their bytes, so that invented ones do not keep the store busy', async () => {
  const server = await startTestServer({ rateLimit: 1_000 }, () => 1_800_000_000_000);
  const report = (index: number) => {
    const about = {
      a: 'logerror',
      t: 'jserror',
      type: 'E',
      msg: `m${index}`,
      line: '1',
      level: 'ERROR',
    };
    const id = `id-${index}`.padEnd(16, 'x');
    const body = {
      id,
      sid: id,
      timeMs: '1',
      source: 'page',
      stack: '',
      'client.version': '1',
      params: '{}',
    };
    return rawRequest(
      server.embed,
      `/error_204?${new URLSearchParams({ ...about, 'client.name': 'x' })}`,
      {
        method: 'POST',
        body: new URLSearchParams(body).toString(),
      },
    );
  };
  const statuses: number[] = [];
  for (let from = 0; from < 600; from += 100)
    for (const { status } of await Promise.all(
      Array.from({ length: 100 }, (_, index) => report(from + index)),
    ))
      statuses.push(status);
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 204));
  // Ten megabytes a minute.
  expect(statuses.at(-1)).toBe(429);
});

test('receipts count as received bytes, so that a client that keeps asking for them has to wait', async () => {
  const server = await startTestServer({ rateLimit: 1_000 }, () => 1_800_000_000_000);
  const ask = async () =>
    (await fetch(`${server.embed}${logEventPath}?sid=${'s'.repeat(16)}&from=1`)).status;
  const statuses: number[] = [];
  // Ten megabytes a minute, and half of its request limit.
  for (let from = 0; from < 600; from += 100)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, ask))));
  expect(statuses.slice(0, 400)).toEqual(Array.from({ length: 400 }, () => 200));
  expect(statuses.at(-1)).toBe(429);
});

test('all room is released, whatever happened to the bodies', async () => {
  const server = await startTestServer({ rateLimit: 0 });
  const bomb = gzipSync('['.repeat(20_000_000));
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => postBody(server, logEventPath, bomb)),
  );
  for (const { status } of replies) expect([413, 503]).toContain(status);
  const large = JSON.stringify(logBatch([logEvent(1)])).padEnd(intakeLimits.bodyMaxBytes);
  const [first, ...others] = await Promise.all(
    Array.from({ length: 14 }, () => postBody(server, logEventPath, large)),
  );
  expect([first, ...others].map((reply) => reply?.status)).toEqual(
    Array.from({ length: 14 }, () => 200),
  );
});
