import { expect, onTestFinished, test } from 'vitest';
import mediaWorkerUrl from '../../../../hls/worker/main.ts?worker&url';
import indexHtml from '../../../../index.html?raw';
import type {} from '../../../../src/player/engines/early-media.ts';
import type { EngineReport } from '../../../../src/player/engines/engine.ts';
import { createHlsEngine } from '../../../../src/player/engines/hls-engine.ts';
import { createNativeEngine } from '../../../../src/player/engines/native-engine.ts';
import type { PlayerState } from '../../../../src/player/state/player-state.ts';

const film = new URL('/media/offstage001.m3u8', location.href).href;

function createVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  onTestFinished(() => video.remove());
  return video;
}

/** The markup's own script on a page with autoplay, run here. */
function startEarly(url: string): void {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(indexHtml) ?? [];
  const { dataset } = document.documentElement;
  Object.assign(dataset, { mediaWorker: mediaWorkerUrl, stream: url });
  new Function(script)();
  delete dataset.mediaWorker;
  delete dataset.stream;
  const { offstageMediaWorker: worker } = globalThis;
  expect(worker).toBeInstanceOf(Worker);
  onTestFinished(() => {
    worker?.terminate();
    globalThis.offstageMediaWorker = undefined;
  });
}

function load(video: HTMLVideoElement, startSeconds: number) {
  const reports: EngineReport[] = [];
  const engine = createHlsEngine({
    video,
    bufferGoalSec: null,
    report: (report) => reports.push(report),
  });
  const play = () => void video.play().catch(() => undefined);
  video.addEventListener('loadedmetadata', play);
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) play();
  engine.load({ packaging: 'hls', url: film, mimeType: '' }, startSeconds);
  onTestFinished(() => engine.dispose());
  return reports;
}

const levelsOf = (reports: readonly EngineReport[]) =>
  reports.flatMap((report) => (report.type === 'qualities' ? [report.levels.length] : []));
const nameOf = (reports: readonly EngineReport[]) =>
  reports.flatMap((report) =>
    report.type === 'changed' ? [(report.changes as Partial<PlayerState>).engine] : [],
  );

test('the player continues with the worker that the markup has started', async () => {
  const video = createVideo();
  startEarly(film);
  const reports = load(video, 0);
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  expect(globalThis.offstageMediaWorker).toBeUndefined();
  expect(nameOf(reports)).toContain('hls.js in a worker');
  expect(levelsOf(reports)).toEqual([3]);
  expect(reports.filter(({ type }) => type === 'failed')).toEqual([]);
});

test('the element has its media before the player exists, which continues from there', async () => {
  const video = createVideo();
  startEarly(film);
  await expect
    .poll(() => video.readyState)
    .toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_CURRENT_DATA);
  const { srcObject } = video;
  const reports = load(video, 0);
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  expect(video.srcObject).toBe(srcObject);
  expect(reports.filter(({ type }) => type === 'failed')).toEqual([]);
});

test.each([false, true])(
  'a file that plays instead of the stream has the element for itself (media attached: %s)',
  async (isAttached) => {
    const video = createVideo();
    startEarly(film);
    if (isAttached) await expect.poll(() => video.srcObject).not.toBeNull();
    const engine = createNativeEngine({ video, bufferGoalSec: null, report: () => {} });
    onTestFinished(() => engine.dispose());
    engine.load(
      { packaging: 'progressive', url: '/media/offstage002.mp4', mimeType: 'video/mp4' },
      0,
    );
    await expect.poll(() => video.currentSrc).toContain('offstage002.mp4');
    void video.play();
    await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  },
);

test('a worker that failed to start is not retried: the stream then plays on the page', async () => {
  const video = createVideo();
  globalThis.offstageMediaWorker = null;
  onTestFinished(() => {
    globalThis.offstageMediaWorker = undefined;
  });
  const reported: string[] = [];
  const receive = ({ message }: ErrorEvent) => reported.push(message);
  addEventListener('error', receive);
  onTestFinished(() => removeEventListener('error', receive));
  const reports = load(video, 0);
  await expect
    .poll(() => reports.filter(({ type }) => type === 'failed'))
    .toMatchObject([{ isMoved: true }]);
  expect(reported).toEqual(['the media worker died: it did not start']);
});

test.each([
  ['another stream', new URL('/media/offstage004.m3u8', location.href).href, 0],
  ['a missing stream', new URL('/media/none.m3u8', location.href).href, 0],
  ['another start time', film, 30],
])(
  'a player that needs something else loads that, and receives no report about %s',
  async (_, early, startSeconds) => {
    const video = createVideo();
    startEarly(early);
    const reports = load(video, startSeconds);
    await expect.poll(() => video.currentTime).toBeGreaterThan(startSeconds + 0.3);
    expect(video.duration).toBeCloseTo(64, 0);
    expect(levelsOf(reports)).toEqual([3]);
    expect(reports.filter(({ type }) => type === 'failed')).toEqual([]);
  },
);

test('a playlist that the markup failed to load is a failure reported to the player', async () => {
  const missing = new URL('/media/none.m3u8', location.href).href;
  const video = createVideo();
  startEarly(missing);
  const reports: EngineReport[] = [];
  const engine = createHlsEngine({
    video,
    bufferGoalSec: null,
    report: (report) => reports.push(report),
  });
  engine.load({ packaging: 'hls', url: missing, mimeType: '' }, 0);
  onTestFinished(() => engine.dispose());
  await expect
    .poll(() => reports.filter(({ type }) => type === 'failed'))
    .toMatchObject([{ name: 'net.retryexhausted' }]);
});
