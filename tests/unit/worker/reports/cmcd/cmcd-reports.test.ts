import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type CmcdReading,
  playbackReportSchemas,
} from '../../../../../shared/telemetry/playback-report.ts';
import {
  nextCmcdReports,
  startCmcdSession,
} from '../../../../../worker/reports/cmcd/cmcd-reports.ts';
import { serializeCmcd } from '../../../../../worker/reports/cmcd/serialize-cmcd.ts';

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

function report(...changes: Partial<CmcdReading>[]): string[] {
  let session = startCmcdSession('');
  let now = reading;
  return changes.flatMap((change) => {
    now = { ...now, isInterval: false, isQuit: false, ...change };
    const next = nextCmcdReports(session, now);
    session = next.session;
    return next.reports.map(serializeCmcd);
  });
}

describe('a playback', () => {
  test('is reported by its play states, with the start delay once and sequence numbers from 0', () => {
    expect(
      report(
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
    expect(report({}, { isInterval: true }, { isQuit: true })).toEqual([]);
  });

  test('reports a stall at its start, and its length at its end', () => {
    const [, , stalled, over, later] = report(
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
      report({ phase: 'watching', bitrate: 1_000 }, ...changes)
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
    expect(report({ phase: 'starting' }, { phase: 'idle', errorName: 'fmt.decode' })[1]).toContain(
      'ec=("fmt.decode")',
    );
  });

  test.each([
    ['hls.js in a worker', 'h', 'av'],
    ['rx-player', 'd', 'v'],
    ['native', 'o', 'av'],
    [null, 'o', 'av'],
  ])('with the engine %j has the format %s, and bitrates of %s', (engine, format, object) => {
    const [line] = report({ phase: 'watching', engine, bitrate: 1_000_000 });
    expect(line).toContain(`br=(1000;${object})`);
    expect(line).toContain(`sf=${format},`);
  });

  test('has a session id and sequence numbers of its own', () => {
    const lines = report(
      { phase: 'watching' },
      { isQuit: true },
      { cpn: 'cpn2', phase: 'starting' },
    );
    expect(lines.map((line) => /sid="(\w+)",sn=(\d)/.exec(line)?.slice(1))).toEqual([
      ['cpn1', '0'],
      ['cpn1', '1'],
      ['cpn2', '0'],
    ]);
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
