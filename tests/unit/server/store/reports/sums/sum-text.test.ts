import { expect, test } from 'vitest';
import { reportLimits } from '../../../../../../server/store/reports/report-limits.ts';
import type { SummedColumns } from '../../../../../../server/store/reports/report-tables.ts';
import {
  addPlayback,
  emptySum,
  type PlaybackSum,
} from '../../../../../../server/store/reports/sums/playback-sum.ts';
import {
  readSum,
  type StoredSum,
  writeSum,
} from '../../../../../../server/store/reports/sums/sum-text.ts';

const failed: SummedColumns = {
  received_ms: 1,
  video_id: 'a',
  host: '',
  browser: '',
  device: '',
  country: '',
  version: '',
  custom1: '',
  custom2: '',
  custom3: '',
  engine: '',
  started_by: '',
  is_begun: 0,
  summary_seq: 2,
  start_ms: 812.5,
  is_autoplay_blocked: 0,
  is_exit_before_start: 0,
  watched_ms: 9,
  rebuffer_count: 1,
  rebuffer_ms: 4,
  rebuffer_percent: 3.5,
  failure: 'mid_stream',
  error_name: 'fmt.decode',
};

const stored = (sum: PlaybackSum, figures = writeSum(sum)): StoredSum => ({
  ...sum.figures,
  figures,
});

test('a sum that was stored is read as it was, also with names that mean something to JavaScript', () => {
  const sum = emptySum();
  addPlayback(sum, failed);
  addPlayback(sum, { ...failed, error_name: '__proto__', rebuffer_percent: 0, start_ms: null });
  addPlayback(sum, { ...failed, error_name: 'auth.private', failure: 'before_start' });
  expect(readSum(stored(sum))).toEqual(sum);
});

test('of any number of error names the most frequent keep theirs, and all are counted', () => {
  const sum = emptySum();
  for (let n = 0; n < reportLimits.sumCausesCount + 50; n++)
    addPlayback(sum, { ...failed, error_name: `fmt.${n}` });
  addPlayback(sum, { ...failed, error_name: 'fmt.249' });
  const causes = [...readSum(stored(sum)).causes.values()];
  expect(causes).toHaveLength(reportLimits.sumCausesCount + 1);
  expect(causes.find(({ name }) => name === 'fmt.249')?.playbacks).toBe(2);
  expect(causes.find(({ name }) => name === '')?.playbacks).toBe(50);
  expect(causes.reduce((total, { playbacks }) => total + playbacks, 0)).toBe(sum.figures.failed);
});

test.each(['null', '[]', '[1,2,3,4,5,6]', '{', '[[],[],["1"],[],[],[]]', '[[],[],[],[],[],[1]]'])(
  'a damaged sum is refused, with what to do: %s',
  (figures) => {
    expect(() => readSum(stored(emptySum(), figures))).toThrow('`offstage rebuild`');
  },
);
