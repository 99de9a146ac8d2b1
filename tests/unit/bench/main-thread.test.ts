import { expect, test } from 'vitest';
import { blockingMs, readProcess, sumBefore } from '../../../bench/support/main-thread.ts';
import type { TraceEvent } from '../../../bench/support/trace.ts';

const [pid, main, worker] = [7, 1, 2];

function event(name: string, ts: number, more: Partial<TraceEvent> = {}): TraceEvent {
  return { name, cat: 'devtools.timeline', ph: 'X', pid, tid: main, ts, args: {}, ...more };
}

const names = [
  event('thread_name', 0, { ph: 'M', args: { name: 'CrRendererMain' } }),
  event('thread_name', 0, { ph: 'M', tid: worker, args: { name: 'DedicatedWorker thread' } }),
];
const mark = event('bench-playable', 150_000, { ph: 'I', cat: 'blink.user_timing' });
const isMark = ({ name }: TraceEvent) => name === 'bench-playable';

test('tasks are those of the marked process, each thread separately', () => {
  const { mainTasks, workerTasks, markMs } = readProcess(
    [
      ...names,
      mark,
      event('RunTask', 100_000, { dur: 60_000, tdur: 40_000 }),
      event('RunTask', 200_000, { dur: 10_000, tdur: 9_000 }),
      event('RunTask', 120_000, { dur: 5_000, tdur: 5_000, tid: worker }),
      event('RunTask', 100_000, { dur: 99_000, tdur: 99_000, pid: 8 }),
    ],
    isMark,
  );
  expect(mainTasks.map(({ startMs, wallMs, cpuMs }) => [startMs, wallMs, cpuMs])).toEqual([
    [100, 60, 40],
    [200, 10, 9],
  ]);
  expect(workerTasks).toHaveLength(1);
  expect(markMs('bench-playable')).toBe(150);
  expect(sumBefore(mainTasks, 150, ({ cpuMs }) => cpuMs)).toBe(40);
  expect(mainTasks.map(blockingMs)).toEqual([10, 0]);
});

test('a task has a script if one ran in it, and not if one ran on another thread meanwhile', () => {
  const { mainTasks } = readProcess(
    [
      ...names,
      mark,
      event('RunTask', 100, { dur: 50 }),
      event('FunctionCall', 120, { dur: 5 }),
      event('RunTask', 200, { dur: 50 }),
      event('FunctionCall', 210, { dur: 5, tid: worker }),
      event('FunctionCall', 300, { dur: 5 }),
    ],
    isMark,
  );
  expect(mainTasks.map(({ hasScript }) => hasScript)).toEqual([true, false]);
});

test('requests are separated by their initiator, and a request without an end has none', () => {
  const request = (requestId: string, url: string, more: Partial<TraceEvent> = {}) =>
    event('ResourceSendRequest', 1, {
      args: { data: { requestId, url, resourceType: 'Script' } },
      ...more,
    });
  const end = { requestId: 'a', encodedDataLength: 300 };
  const { requests } = readProcess(
    [
      ...names,
      mark,
      request('a', 'http://localhost/a.js'),
      event('ResourceFinish', 5_000, { args: { data: end } }),
      request('b', 'http://localhost/b.js', { tid: worker }),
      request('c', 'data:text/javascript,'),
    ],
    isMark,
  );
  expect(requests).toEqual([
    {
      url: 'http://localhost/a.js',
      isScript: true,
      isFromWorker: false,
      endMs: 5,
      transferBytes: 300,
    },
    {
      url: 'http://localhost/b.js',
      isScript: true,
      isFromWorker: true,
      endMs: Number.POSITIVE_INFINITY,
      transferBytes: 0,
    },
  ]);
});
