import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReportFeed } from '../../../dashboard/report-feed.ts';
import { parseView } from '../../../dashboard/view.ts';
import { audience, cost, experiments, report } from './empty-reports.ts';

/** A feed over a server whose answers the test sets, with a clock that the test moves. */
function startFeed(answer: (path: string) => Response | Promise<Response>) {
  const asked: string[] = [];
  const timers = new Map<number, { run: () => void; ms: number }>();
  const page = { nowMs: 1_000_000, isSeen: true };
  const feed = createReportFeed(
    {
      async fetch(path) {
        asked.push(path.split('?')[0] ?? '');
        return answer(path);
      },
      now: () => page.nowMs,
      setTimer(run, ms) {
        timers.set(timers.size + 1, { run, ms });
        return timers.size;
      },
      clearTimer: (timer) => timers.delete(timer),
      isSeen: () => page.isSeen,
    },
    parseView(''),
  );
  const tick = () => {
    const [timer, waiting] = [...timers][0] ?? [];
    if (timer === undefined) return false;
    timers.delete(timer);
    waiting?.run();
    return true;
  };
  return { feed, asked, timers, page, tick };
}

test('the report is requested again only when the store has changed, or after a minute', async () => {
  let events = 1;
  const { feed, asked, page, tick, timers } = startFeed((path) =>
    Response.json(path === 'summary' ? { events } : report),
  );
  feed.wake();
  await expect.poll(() => timers.size).toBe(1);
  expect(feed.get().status).toBe('ready');
  expect(asked).toEqual(['summary', 'report']);
  tick();
  await expect.poll(() => timers.size).toBe(1);
  expect(asked).toEqual(['summary', 'report', 'summary']);
  events = 2;
  tick();
  await expect.poll(() => timers.size).toBe(1);
  expect(asked.slice(3)).toEqual(['summary', 'report']);
  page.nowMs += 60_000;
  tick();
  await expect.poll(() => timers.size).toBe(1);
  expect(asked.slice(5)).toEqual(['summary', 'report']);
});

test('a hidden page makes no requests, and continues when it is visible', async () => {
  const { feed, asked, page, tick, timers } = startFeed((path) =>
    Response.json(path === 'summary' ? {} : report),
  );
  page.isSeen = false;
  feed.wake();
  await expect.poll(() => feed.get().status).toBe('ready');
  expect(tick()).toBe(false);
  page.isSeen = true;
  feed.wake();
  await expect.poll(() => timers.size).toBe(1);
  expect(asked).toEqual(['summary', 'report', 'summary']);
});

test('a failure is reported, the figures stay, and the request is repeated', async () => {
  let isAway = false;
  const { feed, tick, timers } = startFeed((path) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return Response.json(path === 'summary' ? {} : report);
  });
  feed.wake();
  await expect.poll(() => timers.size).toBe(1);
  isAway = true;
  tick();
  await expect.poll(() => feed.get().status).toBe('failed');
  expect(feed.get()).toMatchObject({
    problem: 'The server does not answer.',
    report: { madeMs: 1 },
  });
  isAway = false;
  await expect.poll(() => timers.size).toBe(1);
  tick();
  await expect.poll(() => feed.get().status).toBe('ready');
});

test('a signed-out user is informed, and the requests stop', async () => {
  const { feed, asked, timers } = startFeed(() => Response.json({}, { status: 401 }));
  feed.wake();
  await expect.poll(() => feed.get().status).toBe('signed_out');
  feed.wake();
  expect(asked).toEqual(['summary']);
  expect(timers.size).toBe(0);
});

test('an answer that arrives after a change of view is not shown', async () => {
  const waiting: ((reply: Response) => void)[] = [];
  const { feed } = startFeed((path) => {
    if (path === 'summary') return Response.json({});
    return new Promise((resolve) => waiting.push(resolve));
  });
  feed.wake();
  await expect.poll(() => waiting.length).toBe(1);
  feed.show(parseView('?video=b'));
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.(Response.json({ ...report, madeMs: 2 }));
  await expect.poll(() => feed.get().status).toBe('ready');
  waiting[0]?.(Response.json({ ...report, madeMs: 1 }));
  await nextTurn();
  expect(feed.get().report?.madeMs).toBe(2);
});

test('an answer of an unknown format is reported as another version', async () => {
  const { feed } = startFeed((path) => Response.json(path === 'summary' ? {} : { steps: 'many' }));
  feed.wake();
  await expect.poll(() => feed.get().status).toBe('failed');
  expect(feed.get()).toMatchObject({ problem: expect.stringContaining('another version') });
});

const dayMs = 86_400_000;
const answers: Record<string, unknown> = { summary: {}, report, audience, cost, experiments };
const answerAll = (path: string) => Response.json(answers[path.split('?')[0] ?? '']);

test.each(['audience', 'cost', 'experiments'] as const)(
  'the %s page’s figures are loaded for it only',
  async (name) => {
    const { feed, asked, timers, tick } = startFeed(answerAll);
    feed.wake();
    await expect.poll(() => timers.size).toBe(1);
    const none = { audience: null, cost: null, experiments: null };
    expect(feed.get()).toMatchObject({ status: 'ready', ...none });
    feed.show(parseView(`?page=${name}`));
    expect(feed.get().status).toBe('loading');
    await expect.poll(() => feed.get().status).toBe('ready');
    expect(feed.get()).toMatchObject({ ...none, [name]: { madeMs: 1 } });
    expect(asked.slice(2)).toEqual(['summary', 'report', name]);
    await expect.poll(() => timers.size).toBe(1);
    tick();
    await expect.poll(() => timers.size).toBe(1);
    feed.show(parseView(''));
    await expect.poll(() => feed.get().status).toBe('ready');
    expect(asked.slice(5)).toEqual(['summary', 'summary', 'report']);
    expect(feed.get()[name]).toBeNull();
  },
);

test.each(['audience', 'cost'])('the %s has the query of the report', async (name) => {
  const queries: string[] = [];
  const { feed } = startFeed((path) => {
    queries.push(path);
    return answerAll(path);
  });
  feed.show(parseView(`?page=${name}&video=a`));
  await expect.poll(() => feed.get().status).toBe('ready');
  expect(queries.slice(1)).toEqual([
    expect.stringMatching(/^report\?from=-?\d+&video=a$/),
    `${name}${queries[1]?.slice('report'.length)}`,
  ]);
});

test.each(['playbacks', 'audience'])(
  'the %s page also has the figures that it is compared with',
  async (name) => {
    const queries: string[] = [];
    const { feed, page } = startFeed((path) => {
      queries.push(path);
      return answerAll(path);
    });
    page.nowMs = 10 * dayMs;
    feed.show(parseView(`?page=${name}&video=a`));
    await expect.poll(() => feed.get().status).toBe('ready');
    const own = name === 'playbacks' ? 'report' : name;
    expect(queries.filter((path) => path.startsWith(own))).toEqual([
      `${own}?from=${9 * dayMs}&video=a`,
      `${own}?from=${8 * dayMs}&to=${9 * dayMs}&video=a`,
    ]);
    const { reportBefore, audienceBefore } = feed.get();
    const [wanted, other] =
      name === 'playbacks' ? [reportBefore, audienceBefore] : [audienceBefore, reportBefore];
    expect(wanted).toMatchObject({ madeMs: 1 });
    expect(other).toBeNull();
    queries.length = 0;
    feed.show(parseView(`?page=${name}&compare=none`));
    await expect.poll(() => feed.get().status).toBe('ready');
    expect(queries.filter((path) => path.startsWith(own))).toHaveLength(1);
    expect(feed.get()).toMatchObject({ reportBefore: null, audienceBefore: null });
  },
);

test('the experiments have no filters', async () => {
  const queries: string[] = [];
  const { feed } = startFeed((path) => {
    queries.push(path);
    return answerAll(path);
  });
  feed.show(parseView('?page=experiments&video=a'));
  await expect.poll(() => feed.get().status).toBe('ready');
  expect(queries.slice(2)).toEqual(['experiments']);
});

test('the figures of a page stay while it is updated, and if the update fails', async () => {
  let isAway = false;
  const { feed, timers } = startFeed((path) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return answerAll(path);
  });
  feed.show(parseView('?page=audience'));
  await expect.poll(() => timers.size).toBe(1);
  isAway = true;
  feed.show(parseView('?page=audience&video=a'));
  expect(feed.get()).toMatchObject({ status: 'loading', audience: { madeMs: 1 } });
  await expect.poll(() => feed.get().status).toBe('failed');
  expect(feed.get()).toMatchObject({ audience: { madeMs: 1 }, report: { madeMs: 1 } });
});

test('a view whose figures did not load is requested again, although no event has arrived', async () => {
  let isBroken = true;
  const { feed, timers, tick } = startFeed((path) =>
    path.startsWith('cost') && isBroken
      ? Response.json({ error: { message: 'Too much.' } }, { status: 503 })
      : answerAll(path),
  );
  feed.wake();
  await expect.poll(() => timers.size).toBe(1);
  feed.show(parseView('?page=cost'));
  await expect.poll(() => timers.size).toBe(1);
  expect(feed.get()).toMatchObject({ status: 'failed', problem: 'Too much.', report: {} });
  tick();
  await expect.poll(() => timers.size).toBe(1);
  expect(feed.get().status).toBe('failed');
  isBroken = false;
  feed.refresh();
  await expect.poll(() => feed.get().status).toBe('ready');
  expect(feed.get().cost).not.toBeNull();
});
