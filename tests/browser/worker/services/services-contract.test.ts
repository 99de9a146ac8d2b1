import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intake } from '../../intake.ts';
import {
  endServices,
  isBalanced,
  makeEntries,
  makeEntry,
  places,
  readStore,
  runServices,
  seqsFrom,
} from '../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

describe.each(places)('services in the %s', (place) => {
  test('refuse calls before start, and a second start, as results', async () => {
    const { services, config } = runServices(place);
    expect(await services.flush()).toMatchObject({ ok: false, error: { code: 'NOT_STARTED' } });
    expect(await services.start(config)).toEqual({
      ok: true,
      value: { consent: 'granted', queue: 'indexeddb', queueDenied: null },
    });
    expect(await services.start(config)).toMatchObject({
      ok: false,
      error: { code: 'ALREADY_STARTED' },
    });
    expect(await services.ping()).toBe('alive');
  });

  test('report their cost to their thread', async () => {
    const { services, config } = runServices(place);
    await services.start(config);
    const before = await services.readLoad();
    await services.log(Array.from({ length: 2_000 }, (_, index) => makeEntry(index + 1)));
    await services.flush();
    const after = await services.readLoad();
    expect(after.busyMs).toBeGreaterThan(before.busyMs);
    // The events, the flush, and this question itself.
    expect(after.messageCount - before.messageCount).toBe(3);
  });

  test('drop events that cannot be sent one by one, count them and report them', async () => {
    const { services, config, news } = runServices(place);
    await services.start(config);
    await services.log([
      makeEntry(1),
      makeEntry(2, { payload: { big: 1n } }),
      makeEntry(3, { payload: { text: 'x'.repeat(60_000) } }),
      makeEntry(4),
    ]);
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 2, queued: 0 } });
    const accounting = await services.accounting();
    expect(accounting).toMatchObject({
      created: 4,
      delivered: 2,
      queued: 0,
      dropped: { not_json: 1, too_large: 1 },
    });
    expect(isBalanced(accounting)).toBe(true);
    expect(news).toContainEqual({ type: 'dropped', reason: 'not_json', ranges: [[2, 2]] });
    expect(news).toContainEqual({ type: 'dropped', reason: 'too_large', ranges: [[3, 3]] });
  });

  test('send an event to the intake exactly once, however often it is replayed', async () => {
    const { services, config, news } = runServices(place);
    await services.start(config);
    const entries = makeEntries(3);
    expect(await services.log(entries)).toEqual({ isDurable: true });
    await services.log(entries);
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
    await services.log(entries);
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 0 } });

    const { requests } = await intake.state();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.batch).toMatchObject({
      sid: config.sid,
      context: config.context,
      events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    });
    expect(requests[0]?.batch.requestTimeMs).toBeGreaterThan(0);
    expect(news).toContainEqual({ type: 'delivered', ranges: [[1, 3]] });
    expect(await services.accounting()).toMatchObject({ created: 3, delivered: 3, queued: 0 });
  });

  test('send an immediate event without a flush', async () => {
    const { services, config } = runServices(place);
    await services.start(config);
    await services.log([makeEntry(1, { tier: 400 }), makeEntry(2, { tier: 100 })]);
    const { requests } = await intake.wait({ stored: 1 });
    expect(requests[0]?.batch.events.map((event) => event.seq)).toEqual([1]);
  });

  test('send 1,000 events at once, in 10 compressed requests of 100', async () => {
    const { services, config } = runServices(place);
    await services.start(config);
    await services.log(makeEntries(1_000));
    const { requests, stored } = await intake.wait({ stored: 1_000 });
    expect(stored).toHaveLength(1_000);
    expect(requests.map((request) => request.batch.events.length)).toEqual(Array(10).fill(100));
    expect(requests.every((request) => request.isGzip && request.contentEncoding === 'gzip')).toBe(
      true,
    );
  });

  test('keep waiting events stored when disposed, for the document’s next services', async () => {
    const first = runServices(place);
    const { config } = first;
    await first.services.start(config);
    await first.services.log(makeEntries(5));
    await first.services.dispose();
    expect(await readStore(config.sid)).toEqual({ arrivals: seqsFrom(1, 5), requests: [] });

    const second = runServices(place, config.sid);
    await second.services.start(config);
    // Without a count, because the services may already have sent some.
    expect(await second.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
    expect((await intake.state()).stored).toHaveLength(5);
  });
});
