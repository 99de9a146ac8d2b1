import type {
  EncryptedNews,
  FromMediaWorker,
  MediaSize,
  MediaState,
  MirroredEvent,
} from '../shared/media-mirror.ts';
import { rangeEnd } from '../shared/range-end.ts';
import { intersectRanges, makeRanges, type Ranges } from './time-ranges.ts';

/** HTML, `readyState`: there is something to play on with. */
const haveFutureData = 3;

interface SourceBufferLike {
  readonly buffered: Ranges;
}

/** A `MediaSource`, as far as the mirror reads it. */
export interface MirroredSource {
  readonly readyState: string;
  readonly sourceBuffers: ArrayLike<SourceBufferLike>;
}

export interface MirrorDeps {
  state: MediaState;
  size: MediaSize;
  post: (message: FromMediaWorker, transfer?: Transferable[]) => void;
  /** Milliseconds. */
  now: () => number;
  /** By the addresses that `URL.createObjectURL` gave. */
  sourceOf: (address: string) => MirroredSource | undefined;
  handleOf: (source: MirroredSource) => Transferable;
  setMediaKeys: (mediaKeys: object | null) => Promise<void>;
}

/**
 * Stands in the worker for the page's media element, as far as hls.js has to do with one. What the element says of itself comes with
 * its events; between two of them time goes on by the clock. What is buffered the worker's own media source knows. What hls.js
 * asks of the element goes to the page.
 */
export class MediaMirror extends EventTarget {
  readonly #deps: MirrorDeps;
  #state: MediaState;
  /** When the state was had. */
  #sinceMs: number;
  #isWaiting = false;
  #seekCount = 0;
  #src = '';
  #source: MirroredSource | undefined;
  #size: MediaSize;
  #mediaKeys: object | null = null;
  /** hls.js polls text tracks where they do not tell of changes. There are none. */
  readonly textTracks = Object.assign(new EventTarget(), { length: 0, onchange: null });
  readonly autoplay = false;
  disableRemotePlayback = false;

  constructor(deps: MirrorDeps) {
    super();
    this.#deps = deps;
    this.#state = deps.state;
    this.#size = deps.size;
    this.#sinceMs = deps.now();
  }

  /** What the element says of itself, without an event. */
  take(state: MediaState): void {
    if (state.seekCount < this.#seekCount) {
      const { currentTime, isSeeking } = this.#state;
      this.#state = { ...state, currentTime, isSeeking };
    } else this.#state = state;
    this.#sinceMs = this.#deps.now();
  }

  /** An event of the element. */
  hear(event: MirroredEvent, state: MediaState): void {
    this.take(state);
    if (event === 'waiting') this.#isWaiting = true;
    else if (event === 'playing' || event === 'canplay' || event === 'timeupdate')
      this.#isWaiting = false;
    const isStale = state.seekCount < this.#seekCount && event.startsWith('seek');
    if (!isStale) this.dispatchEvent(new Event(event));
  }

  resize(size: MediaSize): void {
    this.#size = size;
    this.dispatchEvent(new Event('resize'));
  }

  hearEncrypted(news: EncryptedNews): void {
    this.dispatchEvent(Object.assign(new Event('encrypted'), news));
  }

  get currentTime(): number {
    const { currentTime, playbackRate, isPaused, isSeeking, isEnded, readyState } = this.#state;
    if (isPaused || isSeeking || isEnded || this.#isWaiting || readyState < haveFutureData)
      return currentTime;
    const played = ((this.#deps.now() - this.#sinceMs) / 1_000) * playbackRate;
    return Math.min(
      currentTime + played,
      Math.max(currentTime, rangeEnd(this.buffered, currentTime)),
    );
  }

  set currentTime(seconds: number) {
    this.#seekCount += 1;
    this.#state = {
      ...this.#state,
      currentTime: seconds,
      isSeeking: this.#state.readyState > 0,
      isEnded: false,
    };
    this.#deps.post({ type: 'seek', to: seconds, othersSeekCount: this.#state.othersSeekCount });
  }

  get playbackRate(): number {
    return this.#state.playbackRate;
  }

  set playbackRate(playbackRate: number) {
    if (playbackRate === this.#state.playbackRate) return;
    this.#state = { ...this.#state, currentTime: this.currentTime, playbackRate };
    this.#sinceMs = this.#deps.now();
    this.#deps.post({ type: 'rate', playbackRate });
  }

  get buffered(): Ranges {
    const source = this.#source;
    if (source === undefined || source.readyState === 'closed') return makeRanges([]);
    try {
      const buffers = Array.from(source.sourceBuffers, ({ buffered }) => buffered);
      return intersectRanges(buffers, source.readyState === 'ended');
    } catch {
      // InvalidStateError: the page is taking the source off its element at this moment.
      return makeRanges([]);
    }
  }

  get src(): string {
    return this.#src;
  }

  set src(address: string) {
    this.#source = this.#deps.sourceOf(address);
    if (this.#source === undefined) return;
    this.#src = address;
    const handle = this.#deps.handleOf(this.#source);
    this.#deps.post({ type: 'attach', handle }, [handle]);
  }

  get currentSrc(): string {
    return this.#src;
  }

  removeAttribute(name: string): void {
    if (name !== 'src' || this.#src === '') return;
    this.#src = '';
    this.#source = undefined;
    this.#deps.post({ type: 'detach' });
  }

  /** Taking the source away loads nothing already. */
  load(): void {}

  getBoundingClientRect(): { width: number; height: number } {
    return this.#size;
  }

  get mediaKeys(): object | null {
    return this.#mediaKeys;
  }

  async setMediaKeys(mediaKeys: object | null): Promise<void> {
    await this.#deps.setMediaKeys(mediaKeys);
    this.#mediaKeys = mediaKeys;
  }

  get duration(): number {
    return this.#state.duration;
  }
  get readyState(): number {
    return this.#state.readyState;
  }
  get paused(): boolean {
    return this.#state.isPaused;
  }
  get seeking(): boolean {
    return this.#state.isSeeking;
  }
  get ended(): boolean {
    return this.#state.isEnded;
  }
  get loop(): boolean {
    return this.#state.isLooping;
  }
  get error(): MediaState['error'] {
    return this.#state.error;
  }
  get width(): number {
    return this.#size.width;
  }
  get height(): number {
    return this.#size.height;
  }
}
