import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intake } from '../../../intake.ts';
import {
  endServices,
  isBalanced,
  makeEntries,
  makeEntry,
  newSid,
  places,
  readStore,
  runServices,
  withStore,
} from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

describe.each(places)('the queue of services in the %s', (place) => {
  test('has an event in its store before the intake receives it, and not afterwards', async () => {
    const { services, config } = runServices(place);
    await intake.mode({ answer: 'hang' });
    await services.start(config);
    await services.log(makeEntries(2));
    expect(await readStore(config.sid)).toEqual({ arrivals: [1, 2], requests: [] });

    // The request hangs at the intake: the store still has it, as in flight.
    void services.flush();
    await intake.wait({ requests: 1 });
    expect(await readStore(config.sid)).toEqual({ arrivals: [], requests: [1, 2] });
    expect(await withStore((db) => db.getAll('requests'))).toMatchObject([
      { status: 'QUEUED', sendCount: 1 },
    ]);
  });

  test('keeps events while the intake is down, and delivers each once after it recovers', async () => {
    const { services, config, news } = runServices(place);
    await services.start(config);
    for (const mode of [
      { answer: 'close' },
      { answer: 'status', status: 500 },
      { answer: 'garbage' },
    ] as const) {
      await intake.mode(mode);
      await services.log([makeEntry(1), makeEntry(2)]);
      expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 2 } });
      expect(await readStore(config.sid)).toEqual({ arrivals: [], requests: [1, 2] });
      expect(await withStore((db) => db.getAll('requests'))).toMatchObject([
        { status: 'NEW', rejectionCount: 0 },
      ]);
    }
    const states = () =>
      news.flatMap((reported) => (reported.type === 'sending' ? [reported.state] : []));
    expect(states()).toEqual(['failing']);

    await intake.mode({ answer: 'ok' });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 2, queued: 0 } });
    expect(await readStore(config.sid)).toEqual({ arrivals: [], requests: [] });
    const { requests, stored } = await intake.state();
    expect(stored).toHaveLength(2);
    // The batch keeps its id over all attempts.
    expect(new Set(requests.map((request) => request.batch.serializedClientEventId)).size).toBe(1);
    expect(states()).toEqual(['failing', 'ok']);
  });

  test('sends again after a lost answer, and the intake counts the events once', async () => {
    const { services, config } = runServices(place);
    await intake.mode({ answer: 'stored_then_close' });
    await services.start(config);
    await services.log([makeEntry(1)]);
    await services.flush();
    await intake.mode({ answer: 'ok' });
    await services.flush();
    expect(await services.accounting()).toMatchObject({ created: 1, delivered: 1, queued: 0 });
    expect((await intake.state()).requests.at(-1)?.stored).toBe(0);
    expect((await intake.state()).stored).toHaveLength(1);
  });

  test.each([400, 415])(
    'after %i to a compressed body, sends the same body uncompressed',
    async (status) => {
      const { services, config } = runServices(place);
      await intake.mode({ answer: 'status', status, onlyGzip: true });
      await services.start(config);
      await services.log(makeEntries(50));
      expect(await services.flush()).toEqual({ ok: true, value: { delivered: 50, queued: 0 } });
      const { requests } = await intake.state();
      expect(requests.map((request) => request.isGzip)).toEqual([true, false]);
      expect(requests[1]?.batch.events).toEqual(requests[0]?.batch.events);
    },
  );

  test('obeys 429: nothing is sent before its Retry-After, even on request', async () => {
    const { services, config } = runServices(place);
    await intake.mode({ answer: 'status', status: 429, headers: { 'Retry-After': '600' } });
    await services.start(config);
    await services.log([makeEntry(1)]);
    await services.flush();
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 1 } });
    expect((await intake.state()).requests).toHaveLength(1);
  });

  test('drops and counts a batch that is refused twice, and the next one arrives', async () => {
    const { services, config, news } = runServices(place);
    await intake.mode({ answer: 'status', status: 403 });
    await services.start(config);
    await services.log([makeEntry(1)]);
    await services.flush();
    await services.flush();
    await intake.mode({ answer: 'ok' });
    await services.log([makeEntry(2)]);
    await services.flush();
    const accounting = await services.accounting();
    expect(accounting).toMatchObject({
      created: 2,
      delivered: 1,
      queued: 0,
      dropped: { rejected: 1 },
    });
    expect(isBalanced(accounting)).toBe(true);
    expect(news).toContainEqual({ type: 'dropped', reason: 'rejected', ranges: [[1, 1]] });
    expect(await readStore(config.sid)).toEqual({ arrivals: [], requests: [] });
  });

  test('removes malformed rows, which delay nothing', async () => {
    const sid = newSid();
    const first = runServices(place, sid);
    await first.services.start(first.config);
    await first.services.log([makeEntry(1)]);
    await first.services.dispose();
    await withStore(async (db) => {
      await db.put('requests', { owner: sid, status: 'NEW', events: 'none' });
      await db.put('requests', { nothing: true });
      await db.put('requests', { owner: 'x', status: 'NEW' });
      await db.put('arrivals', { sid, lastSeq: 99, events: [{ seq: 'one' }] });
      await db.put('arrivals', { sid: 'x', lastSeq: 1 });
      await db.put('arrivals', { sid: newSid(), lastSeq: 1, events: [{ seq: 1 }] });
    });
    const second = runServices(place, sid);
    await second.services.start(second.config);
    await second.services.log([makeEntry(2)]);
    // The first page's request may already have arrived.
    expect(await second.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
    expect(await second.services.accounting()).toMatchObject({ created: 2, delivered: 2 });
    expect((await intake.state()).stored).toHaveLength(2);
    await rowsAreGone();
  });
});

/** Resolves once the drainer has processed the store. */
async function rowsAreGone(): Promise<void> {
  await expect
    .poll(() =>
      withStore(async (db) => (await db.count('requests')) + (await db.count('arrivals'))),
    )
    .toBe(0);
}
