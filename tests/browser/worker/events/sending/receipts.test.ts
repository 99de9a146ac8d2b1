import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logEndpoints, toLogEvent } from '../../../../../shared/telemetry/log-event.ts';
import { intake } from '../../../intake.ts';
import {
  documentIsGone,
  endServices,
  makeEntries,
  places,
  type RunningServices,
  readStore,
  runServices,
  seqsFrom,
} from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

/** The sent requests, attempt by attempt. */
async function sentSeqs(): Promise<number[][]> {
  const { requests } = await intake.state();
  return requests.map(({ batch }) => batch.events.map((event) => event.seq));
}

/** Sends the page's last beacon, which bypasses the services. */
async function beacon({ config: { sid, context } }: RunningServices, count: number): Promise<void> {
  const events = makeEntries(count).map(toLogEvent);
  const body = { sid, context, requestTimeMs: 0, serializedClientEventId: 'beacon', events };
  await fetch(logEndpoints.log_event, { method: 'POST', body: JSON.stringify(body) });
}

describe.each(places)('services in the %s', (place) => {
  test('do not resend events that the intake stored before its answer was lost', async () => {
    const running = runServices(place);
    await running.services.start(running.config);
    await intake.mode({ answer: 'stored_then_close' });
    await running.services.log(makeEntries(20));
    expect(await running.services.flush()).toMatchObject({ value: { delivered: 0, queued: 20 } });
    await intake.mode({ answer: 'ok' });
    const countBefore = (await sentSeqs()).length;
    expect(await running.services.flush()).toEqual({
      ok: true,
      value: { delivered: 20, queued: 0 },
    });
    const { questions, requests } = await intake.state();
    expect(questions).toEqual([`?alt=json&sid=${running.config.sid}&from=1`]);
    expect(requests).toHaveLength(countBefore);
    expect(await readStore(running.config.sid)).toEqual({ arrivals: [], requests: [] });
  });

  test('resend only the events that a beacon did not deliver', async () => {
    const running = runServices(place);
    await running.services.start(running.config);
    await running.services.log(makeEntries(20));
    await beacon(running, 12);
    await running.services.notice({ type: 'beaconed', ranges: [[1, 20]] });
    expect(await running.services.flush()).toEqual({
      ok: true,
      value: { delivered: 20, queued: 0 },
    });
    expect(await sentSeqs()).toEqual([seqsFrom(1, 12), seqsFrom(13, 20)]);
    expect((await intake.state()).stored).toHaveLength(20);
  });

  test('ask nothing about events sent for the first time', async () => {
    const running = runServices(place);
    await running.services.start(running.config);
    await running.services.log(makeEntries(300));
    await running.services.flush();
    expect((await intake.state()).questions).toEqual([]);
  });

  test('send nothing until the question is answered, and everything if it never is', async () => {
    const running = runServices(place);
    await running.services.start(running.config);
    await intake.mode({ answer: 'status', status: 500 });
    await running.services.log(makeEntries(20));
    await running.services.flush();
    await running.services.flush();
    expect(await sentSeqs()).toHaveLength(1);
    await intake.mode({ answer: 'ok', questions: 404 });
    expect(await running.services.flush()).toEqual({
      ok: true,
      value: { delivered: 20, queued: 0 },
    });
    expect(await sentSeqs()).toHaveLength(2);
  });

  test('without a connection send only checks, and everything after the first answered check', async () => {
    const running = runServices(place);
    const { services, news } = running;
    await services.start(running.config);
    await intake.mode({ answer: 'offline' });
    await services.log(makeEntries(3));
    await services.flush();
    await expect.poll(() => news).toContainEqual({ type: 'connectivity', isOnline: false });
    const before = await intake.state();
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 3 } });
    const after = await intake.state();
    expect(after.requests).toHaveLength(before.requests.length);
    expect(after.checks).toBeGreaterThan(before.checks);
    await intake.mode({ answer: 'ok' });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
    await expect.poll(() => news).toContainEqual({ type: 'connectivity', isOnline: true });
    expect((await intake.state()).stored).toHaveLength(3);
  });
});

test('before adopting a dead document’s events its successor asks which arrived, and resends none of those', async () => {
  const dead = runServices('worker');
  await dead.services.start(dead.config);
  await intake.mode({ answer: 'stored_then_close' });
  await dead.services.log(makeEntries(250));
  // One batch arrived and its answer was lost; two were never sent, and the beacon delivered a part
  // of them.
  await dead.services.flush();
  await dead.kill();
  await documentIsGone(dead.config.sid);
  await intake.mode({ answer: 'ok' });
  await beacon(dead, 100);
  // A document that dies slowly may have asked and resent meanwhile.
  const before = await intake.state();
  const arrived = new Set(before.stored.map((key) => Number(key.split(' ')[1])));

  const next = runServices('worker');
  await next.services.start(next.config);
  const { requests, questions } = await intake.wait({ stored: 250 });
  // One or two requests are in doubt, and found in any order.
  const asked = questions.slice(before.questions.length);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(new Set(asked).size);
  const sent = requests.slice(before.requests.length);
  const seqs = sent.flatMap(({ batch }) => batch.events.map((event) => event.seq));
  expect(seqs.toSorted((a, b) => a - b)).toEqual(
    seqsFrom(1, 250).filter((seq) => !arrived.has(seq)),
  );
});
