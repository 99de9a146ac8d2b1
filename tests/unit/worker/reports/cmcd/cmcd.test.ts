import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cmcdLimits } from '../../../../../shared/limits/later-limits.ts';
import {
  type CmcdReading,
  playbackReportSchemas,
} from '../../../../../shared/telemetry/playback-report.ts';
import {
  nextCmcdReports,
  startCmcdSession,
} from '../../../../../worker/reports/cmcd/cmcd-reports.ts';
import {
  type CmcdSender,
  createCmcdSender,
} from '../../../../../worker/reports/cmcd/cmcd-sender.ts';
import {
  type CmcdValue,
  serializeCmcd,
} from '../../../../../worker/reports/cmcd/serialize-cmcd.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';

const reading: CmcdReading = {
  type: 'cmcd',
  collector: 'https://collector.example/cmcd',
  cpn: 'cpn1',
  videoId: 'offstage001',
  atMs: 1_764_752_400_000,
  isInterval: false,
  isQuit: false,
  phase: 'idle',
  hasEnded: false,
  startMs: null,
  errorName: null,
  isLive: false,
  isVisible: true,
  engine: 'hls.js',
  bitrate: 0,
  bufferMs: 0,
  positionMs: 0,
  playbackRate: 1,
};

function tell(...changes: Partial<CmcdReading>[]): string[] {
  let session = startCmcdSession('');
  let now = reading;
  return changes.flatMap((change) => {
    now = { ...now, isInterval: false, isQuit: false, ...change };
    const next = nextCmcdReports(session, now);
    session = next.session;
    return next.reports.map(serializeCmcd);
  });
}

test.each<[Record<string, CmcdValue | null>, string]>([
  [{ v: { type: 'integer', value: 2 }, e: { type: 'token', value: 'ps' } }, 'e=ps,v=2'],
  [{ bs: { type: 'boolean', value: true }, bg: { type: 'boolean', value: false }, br: null }, 'bs'],
  [
    {
      br: {
        type: 'numbers',
        value: [
          { value: 4_200.4, object: 'v' },
          { value: 256, object: 'a' },
        ],
      },
    },
    'br=(4200;v 256;a)',
  ],
  [{ bl: { type: 'numbers', value: [{ value: 0 }] } }, 'bl=(0)'],
  [{ pr: { type: 'decimal', value: 1.25 }, a: { type: 'decimal', value: 2 } }, 'a=2.0,pr=1.25'],
  [{ pr: { type: 'decimal', value: 1.23456 } }, 'pr=1.235'],
  [
    {
      pr: { type: 'decimal', value: Number.NaN },
      sn: { type: 'integer', value: Number.POSITIVE_INFINITY },
    },
    '',
  ],
  [{ cid: { type: 'string', value: 'a "b" \\c' } }, 'cid="a \\"b\\" \\\\c"'],
  [{ cid: { type: 'string', value: 'é\n' } }, 'cid="%C3%A9%0A"'],
  [{ cid: { type: 'string', value: '\ud800' } }, 'cid="%EF%BF%BD"'],
  [{ ec: { type: 'strings', value: ['A', 'B'] } }, 'ec=("A" "B")'],
  [{ sta: { type: 'token', value: 'not a token' } }, ''],
])('%j is written as %s', (report, text) => {
  expect(serializeCmcd(report)).toBe(text);
});

describe('a playback', () => {
  test('is reported by its play states, with the start delay once and sequence numbers from 0', () => {
    expect(
      tell(
        { phase: 'starting' },
        {
          phase: 'watching',
          startMs: 812,
          bitrate: 4_200_000,
          bufferMs: 6_040,
          atMs: 1_764_752_400_812,
        },
        { phase: 'idle', positionMs: 1_500.4 },
      ),
    ).toEqual([
      'bl=(0),cid="offstage001",e=ps,pt=0,sf=h,sid="cpn1",sn=0,st=v,sta=s,ts=1764752400000,v=2',
      'bl=(6000),br=(4200;av),cid="offstage001",e=ps,msd=812,pt=0,sf=h,sid="cpn1",sn=1,st=v,sta=p,ts=1764752400812,v=2',
      'bl=(6000),br=(4200;av),cid="offstage001",e=ps,pr=0.0,pt=1500,sf=h,sid="cpn1",sn=2,st=v,sta=a,ts=1764752400812,v=2',
    ]);
  });

  test('that was never requested is not reported', () => {
    expect(tell({}, { isInterval: true }, { isQuit: true })).toEqual([]);
  });

  test('reports a stall at its start, and its length at its end', () => {
    const [, , stalled, over, later] = tell(
      { phase: 'starting' },
      { phase: 'watching' },
      { phase: 'rebuffering', atMs: 2_000 },
      { phase: 'watching', atMs: 3_500 },
      { isInterval: true },
    );
    expect(stalled).toMatch(/^bl=\(0\),bs,.*sta=r/);
    expect(over).toMatch(/^bl=\(0\),bs,bsd=\(1500\),.*sta=p/);
    expect(later).not.toMatch(/bs/);
    expect(later).toMatch(/e=t/);
  });

  test('reports errors, changes of bitrate and rate, its end, and that the viewer left', () => {
    const events = (...changes: Partial<CmcdReading>[]) =>
      tell({ phase: 'watching', bitrate: 1_000 }, ...changes)
        .slice(1)
        .map((line) => [/\be=(\w+)/.exec(line)?.[1], /sta=(\w)/.exec(line)?.[1]]);
    expect(events({ bitrate: 2_000 })).toEqual([['bc', 'p']]);
    // An unknown value is not a change.
    expect(events({ bitrate: 0 }, { bitrate: 1_000 })).toEqual([]);
    expect(events({ playbackRate: 2 })).toEqual([['pr', 'p']]);
    expect(events({ phase: 'idle', errorName: 'fmt.decode' })).toEqual([
      ['e', 'f'],
      ['ps', 'f'],
    ]);
    expect(events({ phase: 'idle', hasEnded: true }, { isQuit: true })).toEqual([['ps', 'e']]);
    expect(events({ isQuit: true })).toEqual([['ps', 'q']]);
    expect(tell({ phase: 'starting' }, { phase: 'idle', errorName: 'fmt.decode' })[1]).toContain(
      'ec=("fmt.decode")',
    );
  });

  test.each([
    ['hls.js in a worker', 'h', 'av'],
    ['rx-player', 'd', 'v'],
    ['native', 'o', 'av'],
    [null, 'o', 'av'],
  ])('with the engine %j has the format %s, and bitrates of %s', (engine, format, object) => {
    const [line] = tell({ phase: 'watching', engine, bitrate: 1_000_000 });
    expect(line).toContain(`br=(1000;${object})`);
    expect(line).toContain(`sf=${format},`);
  });

  test('has a session id and sequence numbers of its own', () => {
    const lines = tell({ phase: 'watching' }, { isQuit: true }, { cpn: 'cpn2', phase: 'starting' });
    expect(lines.map((line) => /sid="(\w+)",sn=(\d)/.exec(line)?.slice(1))).toEqual([
      ['cpn1', '0'],
      ['cpn1', '1'],
      ['cpn2', '0'],
    ]);
  });
});

describe('the CMCD sender', () => {
  let clock: FakeClock;
  let posts: { atMs: number; url: string; init: RequestInit | undefined }[];
  let statuses: number[];
  let lost: [string, number][];
  let sender: CmcdSender;
  let startMs: number;

  beforeEach(() => {
    clock = createFakeClock();
    startMs = clock.now();
    posts = [];
    statuses = [];
    lost = [];
    sender = createCmcdSender({
      async fetch(url, init) {
        posts.push({ atMs: clock.now() - startMs, url: String(url), init });
        const status = statuses.shift() ?? 204;
        if (status === 0) throw new TypeError('Failed to fetch');
        return new Response(null, { status });
      },
      timeoutSignal: () => new AbortController().signal,
      clock,
      onLost: (reason, count) => lost.push([reason, count]),
    });
  });
  const add = (...lines: string[]) => {
    for (const line of lines) sender.add('https://c.example/', line);
  };

  test('sends reports together, one a line, as application/cmcd and without credentials', async () => {
    add('a', 'b');
    await clock.advanceAsync(cmcdLimits.batchMs);
    expect(posts).toHaveLength(1);
    expect(posts[0]?.init).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/cmcd' },
      body: 'a\nb',
      credentials: 'omit',
    });
    expect(clock.timerCount).toBe(0);
  });

  test('sends a batch that fills up during another request right after it', async () => {
    add('first');
    sender.flush();
    add(...Array.from({ length: cmcdLimits.batchCount }, (_, n) => String(n)));
    await clock.advanceAsync(0);
    const sizes = posts.map(({ init }) => String(init?.body).split('\n').length);
    expect(sizes).toEqual([1, cmcdLimits.batchCount]);
  });

  test('retries a failing collector in order with doubling pauses, and drops and counts the oldest reports', async () => {
    statuses = [503, 0, 429];
    add('a');
    await clock.advanceAsync(100_000);
    expect(posts.map(({ atMs }) => atMs)).toEqual([5_000, 10_000, 20_000, 40_000]);
    statuses = Array(100).fill(500);
    for (let n = 0; n < cmcdLimits.keptCount + 1; n++) add(String(n));
    await clock.advanceAsync(10_000);
    expect(lost).toEqual([['overflow', 1]]);
  });

  test('does not repeat refused reports, and stops when the collector is gone', async () => {
    statuses = [400, 410];
    add('a');
    await clock.advanceAsync(5_000);
    add('b');
    await clock.advanceAsync(5_000);
    add('c');
    await clock.advanceAsync(600_000);
    expect(posts.map(({ init }) => init?.body)).toEqual(['a', 'b']);
    expect(lost).toEqual([
      ['refused', 1],
      ['refused', 1],
    ]);
    expect(clock.timerCount).toBe(0);
  });

  test('flushes at once', async () => {
    add('a');
    sender.flush();
    expect(posts).toHaveLength(1);
    sender.stop();
    add('b');
    await clock.advanceAsync(600_000);
    expect(posts).toHaveLength(1);
  });
});

test.each([
  { collector: 'http://collector.example/' },
  { collector: 'https://user:word@collector.example/' },
  { collector: 'see https://collector.example/' },
  { collector: 'https://collector.example/ and more' },
  { collector: 7 },
  { cpn: '' },
  { atMs: Number.NaN },
  { bitrate: -1 },
  { phase: 'sleeping' },
  { bufferMs: Number.POSITIVE_INFINITY },
])('a reading with %j is refused', (change) => {
  expect(z.safeParse(playbackReportSchemas.cmcd, { ...reading, ...change }).success).toBe(false);
});
