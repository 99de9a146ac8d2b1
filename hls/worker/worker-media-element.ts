import { rangeEnd } from '../../shared/player/range-end.ts';
import type {
  EncryptedNews,
  FromMediaWorker,
  MediaSize,
  MediaState,
  MirroredEvent,
} from '../../shared/rpc/media-mirror.ts';
import { intersectRanges, makeRanges, type Ranges } from './time-ranges.ts';

/** HTML `readyState`, HAVE_FUTURE_DATA: there is enough data to continue playing. */
const haveFutureData = 3;

/** Stands for the address of a source that the element had before. */
const attachedBefore = 'blob:attached-before';

interface SourceBufferLike {
  readonly buffered: Ranges;
}

/** The part of `MediaSource` that the mirror reads. */
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
  /** Finds a source by its URL from `URL.createObjectURL`. */
  sourceOf: (address: string) => MirroredSource | undefined;
  handleOf: (source: MirroredSource) => Transferable;
  setMediaKeys: (mediaKeys: object | null) => Promise<void>;
  /** The source that the page's element has already. */
  source?: MirroredSource | null;
}

/**
 * Mirrors the page's media element in the worker, as far as hls.js uses one. The element's state
 * arrives with its events; between events, the time advances by the clock. Buffered ranges come
 * from the worker's own media source. Changes by hls.js are posted to the page.
 */
export class WorkerMediaElement extends EventTarget {
  readonly #deps: MirrorDeps;
  #state: MediaState;
  /** When the state arrived. */
  #sinceMs: number;
  #isWaiting = false;
  #seekCount = 0;
  #src = '';
  #source: MirroredSource | undefined;
  #size: MediaSize;
  #mediaKeys: object | null = null;
  /** hls.js polls text tracks that do not fire `change`. There are none here. */
  readonly textTracks = Object.assign(new EventTarget(), { length: 0, onchange: null });
  readonly autoplay = false;
  disableRemotePlayback = false;

  constructor(deps: MirrorDeps) {
    super();
    this.#deps = deps;
    this.#state = deps.state;
    this.#size = deps.size;
    this.#sinceMs = deps.now();
    this.#source = deps.source ?? undefined;
    if (deps.source) this.#src = attachedBefore;
  }

  /** Takes over the element's state, without an event. */
  update(state: MediaState): void {
    if (state.seekCount < this.#seekCount) {
      const { currentTime, isSeeking } = this.#state;
      this.#state = { ...state, currentTime, isSeeking };
    } else this.#state = state;
    this.#sinceMs = this.#deps.now();
  }

  /** Takes over the state and dispatches the element's event. */
  receive(event: MirroredEvent, state: MediaState): void {
    this.update(state);
    if (event === 'waiting') this.#isWaiting = true;
    else if (event === 'playing' || event === 'canplay' || event === 'timeupdate')
      this.#isWaiting = false;
    const isOfSeek = event === 'seeking' || event === 'seeked';
    const isStale = state.seekCount < this.#seekCount && isOfSeek;
    if (!isStale) this.dispatchEvent(new Event(event));
  }

  resize(size: MediaSize): void {
    this.#size = size;
    this.dispatchEvent(new Event('resize'));
  }

  receiveEncrypted(news: EncryptedNews): void {
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
    const { playbackRate: from } = this.#state;
    if (playbackRate === from) return;
    this.#state = { ...this.#state, currentTime: this.currentTime, playbackRate };
    this.#sinceMs = this.#deps.now();
    this.#deps.post({ type: 'rate', from, to: playbackRate });
  }

  get buffered(): Ranges {
    const source = this.#source;
    if (source === undefined || source.readyState === 'closed') return makeRanges([]);
    try {
      const buffers = Array.from(source.sourceBuffers, ({ buffered }) => buffered);
      return intersectRanges(buffers, source.readyState === 'ended');
    } catch {
      // InvalidStateError: the page is just detaching the source from its element.
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

  /** Does nothing: removing `src` has already detached the source. */
  load(): void {}

  /** Does nothing: the player decides. hls.js wants it of a source that it continues. */
  play(): void {}

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
