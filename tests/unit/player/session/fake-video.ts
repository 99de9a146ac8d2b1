/**
 * The parts of a media element that the player uses. Like a real one it reports events later, and
 * only real ones.
 */
export class FakeVideo extends EventTarget {
  #src = '';
  #time = 0;
  poster = '';
  duration = Number.NaN;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 0;
  muted = false;
  volume = 1;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  error = null;
  bufferedEnd = 0;
  ontimeupdate: (() => void) | null = null;

  get src() {
    return this.#src;
  }
  set src(url: string) {
    this.#src = url;
    this.#empty();
  }
  get currentTime() {
    return this.#time;
  }
  set currentTime(seconds: number) {
    this.#time = seconds;
    this.ended = false;
    this.seeking = true;
    this.#fire('seeking');
    queueMicrotask(() => {
      this.seeking = false;
    });
    this.#fire('timeupdate', 'seeked');
  }
  get buffered() {
    return rangesTo(this.bufferedEnd);
  }
  get seekable() {
    return rangesTo(this.readyState > 0 ? this.duration : 0);
  }

  canPlayType(type: string) {
    return type === 'video/mp4' ? 'probably' : '';
  }
  load() {
    this.#empty();
  }
  removeAttribute(name: string) {
    if (name === 'src') this.#src = '';
    if (name === 'poster') this.poster = '';
  }
  async play() {
    if (this.paused) this.#fire('play');
    this.paused = false;
    if (this.ended) this.#time = 0;
    this.ended = false;
    if (this.readyState > 2) this.#fire('playing');
  }
  pause() {
    if (!this.paused) this.#fire('pause');
    this.paused = true;
  }

  /** The media has arrived. */
  open(duration = 64) {
    this.duration = duration;
    this.readyState = 4;
    this.#fire('loadedmetadata', 'durationchange', 'loadeddata');
    if (!this.paused) this.#fire('playing');
  }
  playTo(seconds: number) {
    this.#time = seconds;
    this.#fire('timeupdate');
  }
  /** This number of seconds has arrived. */
  loadTo(seconds: number) {
    this.bufferedEnd = seconds;
    this.#fire('progress');
  }
  /** It plays on while the page's thread is busy: earlier events are handled at its new time. */
  playUnseenTo(seconds: number) {
    this.#time = seconds;
  }
  /** No more has arrived. */
  stall() {
    this.readyState = 2;
    this.#fire('waiting');
  }
  goOn() {
    this.readyState = 4;
    this.#fire('playing');
  }
  playToEnd() {
    this.#time = this.duration;
    this.paused = true;
    this.ended = true;
    this.#fire('timeupdate', 'pause', 'ended');
  }

  #empty() {
    this.#time = 0;
    this.duration = Number.NaN;
    this.readyState = 0;
    this.bufferedEnd = 0;
    this.paused = true;
    this.ended = false;
    this.#fire('emptied');
  }
  #fire(...names: string[]) {
    for (const name of names)
      queueMicrotask(() => {
        this.dispatchEvent(new Event(name));
        if (name === 'timeupdate') this.ontimeupdate?.();
      });
  }
}

function rangesTo(end: number) {
  return { length: end > 0 ? 1 : 0, start: () => 0, end: () => end };
}
