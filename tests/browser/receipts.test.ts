import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logEndpoints, toLogEvent } from '../../shared/telemetry/log-event.ts';
import { intake } from './intake.ts';
import {
  documentIsGone,
  endServices,
  makeEntries,
  places,
  type RunningServices,
  readStore,
  runServices,
  seqsFrom,
} from './run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

/** What was sent, attempt by attempt. */
async function sentSeqs(): Promise<number[][]> {
  const { requests } = await intake.state();
  return requests.map(({ batch }) => batch.events.map((event) => event.seq));
}

/** As the page's last beacon: past the services. */
async function beacon({ config: { sid, context } }: RunningServices, count: number): Promise<void> {
  const events = makeEntries(count).map(toLogEvent);
  const body = { sid, context, requestTimeMs: 0, serializedClientEventId: 'beacon', events };
  await fetch(logEndpoints.log_event, { method: 'POST', body: JSON.stringify(body) });
}

describe.each(places)('services in the %s', (place) => {
  test('do not send again what the intake stored without being able to say so', async () => {
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

  test('send of what a beacon took only what it did not bring', async () => {
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

  test('ask nothing about what goes for the first time', async () => {
    const running = runServices(place);
    await running.services.start(running.config);
    await running.services.log(makeEntries(300));
    await running.services.flush();
    expect((await intake.state()).questions).toEqual([]);
  });

  test('send nothing while the question is not answered, and everything where nobody answers it ever', async () => {
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

  test('without a connection send nothing but checks, and everything at the first that is answered', async () => {
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

test('what a dead document may have sent is asked for once, and none of what arrived goes again', async () => {
  const dead = runServices('worker');
  await dead.services.start(dead.config);
  await intake.mode({ answer: 'stored_then_close' });
  await dead.services.log(makeEntries(250));
  // One batch arrived and its answer was lost; two never left, and the beacon brought a part of them.
  await dead.services.flush();
  await dead.kill();
  await documentIsGone(dead.config.sid);
  await intake.mode({ answer: 'ok' });
  await beacon(dead, 100);
  // A document that dies slowly may have asked and sent again meanwhile.
  const before = await intake.state();
  const arrived = new Set(before.stored.map((key) => Number(key.split(' ')[1])));

  const next = runServices('worker');
  await next.services.start(next.config);
  const { requests, questions } = await intake.wait({ stored: 250 });
  // One request is in doubt, or two, which are found in any order.
  const asked = questions.slice(before.questions.length);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(new Set(asked).size);
  const sent = requests.slice(before.requests.length);
  const seqs = sent.flatMap(({ batch }) => batch.events.map((event) => event.seq));
  expect(seqs.toSorted((a, b) => a - b)).toEqual(
    seqsFrom(1, 250).filter((seq) => !arrived.has(seq)),
  );
});
