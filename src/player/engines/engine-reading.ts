import type { EngineReading } from '../../../shared/hls-playback.ts';

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
