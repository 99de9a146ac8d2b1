/** What an engine knows of its work and the element does not. `null`: this engine cannot tell. */
export interface EngineReading {
  /** How fast media comes, in bits a second, as the engine estimates it. */
  bandwidthBps: number | null;
  /** As in a MIME type: `avc1.64001f, mp4a.40.2`. */
  codecs: string | null;
  /** Seconds behind what is filmed; of live streams. */
  liveLatencySec: number | null;
}

const readers = new WeakMap<HTMLVideoElement, () => EngineReading>();

/**
 * Lets the statistics read an engine. Beside the engine's interface, because whoever plays has no use for it.
 * @param read is called until another engine takes over the element
 */
export function letEngineBeRead(video: HTMLVideoElement, read: () => EngineReading): void {
  readers.set(video, read);
}

/** @returns `null` where no engine has anything to tell */
export function readEngine(video: HTMLVideoElement): EngineReading | null {
  return readers.get(video)?.() ?? null;
}

export function stopReadingEngine(video: HTMLVideoElement): void {
  readers.delete(video);
}
