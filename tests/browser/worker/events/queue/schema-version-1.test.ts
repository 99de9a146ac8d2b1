import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import { intake } from '../../../intake.ts';
import {
  endServices,
  newSid,
  readStore,
  runServices,
  seqsFrom,
  withStore,
} from '../../../run-services.ts';
import { deliveredSeqs } from './delivered-seqs.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

describe('a database of version 1, whose requests had an endpoint and no address', () => {
  const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
  const event = (seq: number, endpoint: string) => ({
    seq,
    tier: 100,
    endpoint,
    json: JSON.stringify({
      seq,
      eventTimeMs: Date.now(),
      context: { lastActivityMs: -1 },
      name: endpoint === 'log_event' ? 'played' : 'video_stats.playback',
      payload: {},
    }),
  });

  function request(sid: string, seqs: number[], other = {}) {
    const endpoint = 'log_event';
    const events = seqs.map((seq) => event(seq, endpoint));
    const nowMs = Date.now();
    return {
      sid,
      owner: sid,
      endpoint,
      context,
      events,
      clientEventId: newSid(),
      timestampMs: nowMs,
      status: 'NEW',
      statusSinceMs: nowMs,
      sendCount: 3,
      rejectionCount: 0,
      ...other,
    };
  }

  /** Creates it like version 1, with that version's rows. */
  async function leave(requests: object[], arrivals: object[] = []): Promise<void> {
    const db = await openDB('offstage-logs', 1, {
      upgrade(made) {
        made.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
        const store = made.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
        store.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
      },
    });
    for (const row of requests) await db.add('requests', row);
    for (const row of arrivals) await db.add('arrivals', row);
    db.close();
  }

  const rows = () => withStore((db) => db.getAll('requests'));

  test('delivers every event once, whether waiting, in flight or in no batch [spec-3.10]', async () => {
    const sid = newSid();
    const stats = { endpoint: 'video_stats', events: [event(3, 'video_stats')] };
    await leave(
      [request(sid, [1, 2]), request(sid, [], stats), request(sid, [4], { status: 'QUEUED' })],
      [
        {
          sid,
          lastSeq: 6,
          context,
          storedMs: Date.now(),
          events: [5, 6].map((seq) => event(seq, 'log_event')),
        },
      ],
    );
    const { services, config } = runServices('worker');
    expect(await services.start(config)).toMatchObject({ ok: true, value: { queue: 'indexeddb' } });
    await intake.wait({ stored: 6 });
    await services.flush();
    expect(await deliveredSeqs(sid)).toEqual(seqsFrom(1, 6));
    expect(await readStore(sid)).toEqual({ arrivals: [], requests: [] });
    const { requests } = await intake.state();
    expect(requests.find(({ batch }) => batch.events[0]?.seq === 3)?.path).toMatch(/video_stats/);
  });

  test('keeps each request’s time, order and counts', async () => {
    const sid = newSid();
    const timestampMs = Date.now() - 5_000;
    await leave([request(sid, [1], { timestampMs, rejectionCount: 1 })]);
    await (await openLogDatabase(() => {})).close();
    expect(await rows()).toMatchObject([
      {
        url: '/youtubei/v1/log_event?alt=json',
        options: { method: 'POST', isCompressible: true },
        timestamp: timestampMs,
        sendCount: 3,
        rejectionCount: 1,
      },
    ]);
    expect(Object.keys((await rows())[0])).not.toEqual(expect.arrayContaining(['endpoint']));
  });

  test('with foreign rows, delivers all others', async () => {
    const sid = newSid();
    await leave([
      { nothing: true },
      request(sid, [1]),
      request(sid, [2], { endpoint: 'https://evil.example/' }),
    ]);
    const { services, config } = runServices('worker');
    await services.start(config);
    await intake.wait({ stored: 1 });
    expect(await deliveredSeqs(sid)).toEqual([1]);
    await expect.poll(rows).toEqual([]);
  });

  test('without one of its stores, is recreated with the rows of the other', async () => {
    const sid = newSid();
    const db = await openDB('offstage-logs', 1, {
      upgrade: (made) => void made.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] }),
    });
    await db.add('arrivals', {
      sid,
      lastSeq: 1,
      context,
      storedMs: Date.now(),
      events: [event(1, 'log_event')],
    });
    db.close();
    const { services, config } = runServices('worker');
    expect(await services.start(config)).toMatchObject({ ok: true, value: { queue: 'indexeddb' } });
    await intake.wait({ stored: 1 });
    expect(await deliveredSeqs(sid)).toEqual([1]);
  });
});
