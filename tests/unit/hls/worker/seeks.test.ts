import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerMediaElement } from '../../../../hls/worker/worker-media-element.ts';
import type { FromMediaWorker, ToMediaWorker } from '../../../../shared/rpc/media-mirror.ts';
import { mirrorMedia, sizeOf } from '../../../../src/player/engines/mirror-media.ts';

/**
 * A media element's time. Its events come when the test says so, since browsers dispatch them in
 * later tasks.
 */
class TimedVideo extends EventTarget {
  readonly duration = 60;
  readonly playbackRate = 1;
  readyState = 1;
  readonly paused = true;
  seeking = false;
  readonly ended = false;
  readonly loop = false;
  readonly error = null;
  readonly clientWidth = 640;
  readonly clientHeight = 360;
  #time = 0;
  #untold = 0;

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(seconds: number) {
    this.#time = seconds;
    this.seeking = true;
    this.#untold += 1;
  }

  reportSeeks(): void {
    for (; this.#untold > 0; this.#untold -= 1) this.dispatchEvent(new Event('seeking'));
  }

  arrive(): void {
    this.reportSeeks();
    this.seeking = false;
    this.dispatchEvent(new Event('seeked'));
  }
}

let life: AbortController;
beforeEach(() => {
  life = new AbortController();
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  life.abort();
  vi.unstubAllGlobals();
});

/** Both ends, and between them messages that arrive when the test says so. */
function makeMirrors() {
  const video = new TimedVideo();
  let toWorker: ToMediaWorker[] = [];
  let toPage: FromMediaWorker[] = [];
  const page = mirrorMedia(
    video as unknown as HTMLVideoElement,
    (message) => toWorker.push(message),
    life.signal,
  );
  const worker = new WorkerMediaElement({
    state: page.state(),
    size: sizeOf(video as unknown as HTMLVideoElement),
    post: (message) => toPage.push(message),
    now: () => 0,
    sourceOf: () => undefined,
    handleOf: () => new ArrayBuffer(1),
    setMediaKeys: async () => {},
  });
  const received: string[] = [];
  for (const name of ['seeking', 'seeked'])
    worker.addEventListener(name, () => received.push(`${name} ${worker.currentTime}`));
  return {
    video,
    worker,
    received,
    workerHears() {
      for (const message of toWorker)
        if (message.type === 'media') worker.receive(message.event, message.state);
      toWorker = [];
    },
    pageHears() {
      for (const message of toPage)
        if (message.type === 'seek') page.seek(message.to, message.othersSeekCount);
      toPage = [];
    },
  };
}

test('a seek of hls.js is done, and so is the next one', () => {
  const { video, worker, received, workerHears, pageHears } = makeMirrors();
  worker.currentTime = 40;
  pageHears();
  expect(video.currentTime).toBe(40);
  worker.currentTime = 40.5;
  pageHears();
  expect(video.currentTime).toBe(40.5);
  video.arrive();
  workerHears();
  worker.currentTime = 41;
  pageHears();
  video.arrive();
  workerHears();
  expect(video.currentTime).toBe(41);
  expect([worker.currentTime, worker.seeking]).toEqual([41, false]);
  expect(received.at(-1)).toBe('seeked 41');
});

test.each([
  ['before any report of it', () => {}],
  ['after its event', (video: TimedVideo) => video.reportSeeks()],
  ['after its arrival', (video: TimedVideo) => video.arrive()],
  [
    'after an arrival before its event',
    (video: TimedVideo) => {
      video.seeking = false;
      video.reportSeeks();
    },
  ],
])(
  'a seek of hls.js that does not know of the viewer’s leaves the viewer’s unchanged, %s',
  (_, happens) => {
    const { video, worker, received, workerHears, pageHears } = makeMirrors();
    worker.currentTime = 40;
    video.currentTime = 3;
    happens(video);
    pageHears();
    expect(video.currentTime).toBe(3);
    if (video.seeking) video.arrive();
    workerHears();
    expect([worker.currentTime, worker.seeking]).toEqual([3, false]);
    expect(received).toContain('seeking 3');
    expect(received.at(-1)).toBe('seeked 3');
    worker.currentTime = 3.1;
    pageHears();
    expect(video.currentTime).toBe(3.1);
  },
);

test.each([
  ['before any report of it', () => {}],
  ['after its event', (video: TimedVideo) => video.reportSeeks()],
])(
  'a viewer’s seek during one of hls.js stays, also if hls.js seeks again, %s',
  (_, happens: (video: TimedVideo) => void) => {
    const { video, worker, workerHears, pageHears } = makeMirrors();
    worker.currentTime = 40;
    pageHears();
    happens(video);
    video.currentTime = 3;
    worker.currentTime = 41;
    pageHears();
    expect(video.currentTime).toBe(3);
    video.arrive();
    workerHears();
    expect([worker.currentTime, worker.seeking]).toEqual([3, false]);
  },
);

test('a second seek of the viewer to the same place stays, too', () => {
  const { video, worker, workerHears, pageHears } = makeMirrors();
  video.currentTime = 3;
  video.arrive();
  workerHears();
  worker.currentTime = 40;
  video.currentTime = 3;
  pageHears();
  expect(video.currentTime).toBe(3);
});
