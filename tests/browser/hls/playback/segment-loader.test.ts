import Hls, { type FragmentLoaderContext, type LoaderConfiguration } from 'hls.js';
import { expect, test } from 'vitest';
import { SegmentLoader } from '../../../../hls/playback/segment-loader.ts';

const config: LoaderConfiguration = {
  loadPolicy: {
    maxTimeToFirstByteMs: 60_000,
    maxLoadTimeMs: 60_000,
    timeoutRetry: null,
    errorRetry: null,
  },
  timeout: 60_000,
  maxRetry: 0,
  retryDelay: 0,
  maxRetryDelay: 0,
};

/** Loads four bytes for a segment with this number, or for its header. */
function startLoad(sn: number | 'initSegment', frag = { sn, stats: { aborted: false } }) {
  const loader = new SegmentLoader(Hls.DefaultConfig);
  const reports: string[] = [];
  const context = {
    url: 'data:application/octet-stream;base64,AAAAAA==',
    responseType: 'arraybuffer',
    frag,
    part: null,
  } as unknown as FragmentLoaderContext;
  const loaded = new Promise<void>((resolve) => {
    loader.load(context, config, {
      onSuccess: () => resolve(),
      onError: () => void reports.push('error'),
      onTimeout: () => void reports.push('timeout'),
      onAbort: () => void reports.push('aborted'),
    });
  });
  return { loader, frag, reports, loaded };
}

test('a segment of which a part loads again is not cancelled, so hls.js does not begin once more', async () => {
  const { frag, loaded } = startLoad(7, { sn: 7, stats: { aborted: true } });
  expect(frag.stats.aborted).toBe(false);
  await loaded;
  expect(frag.stats.aborted).toBe(false);
});

test.each([
  ['of a segment is reported', 7, ['aborted']],
  ['of a header is not, because hls.js would cancel the next load', 'initSegment', []],
] as const)('the cancellation %s', (_, sn, expected) => {
  const { loader, reports } = startLoad(sn);
  loader.abort();
  expect(reports).toEqual(expected);
});
