import type { WorkerMediaSource } from './media-source.ts';
import { type MirroredSource, WorkerMediaElement } from './worker-media-element.ts';

/**
 * Media sources by their URLs. A worker cannot create a real URL for one (W3C Media Source
 * Extensions, section 13).
 */
const sources = new Map<string, WorkerMediaSource>();

export function sourceOf(address: string): MirroredSource | undefined {
  return sources.get(address);
}

/** Observes only the mirrored element's size. */
class MirrorResizeObserver {
  readonly #listening = new AbortController();
  readonly #listener: (entries: { contentRect: { width: number; height: number } }[]) => void;
  constructor(listener: (entries: { contentRect: { width: number; height: number } }[]) => void) {
    this.#listener = listener;
  }
  observe(mirror: WorkerMediaElement): void {
    const notify = () => this.#listener([{ contentRect: mirror.getBoundingClientRect() }]);
    mirror.addEventListener('resize', notify, { signal: this.#listening.signal });
  }
  disconnect(): void {
    this.#listening.abort();
  }
}

/**
 * Provides globals that hls.js expects and workers lack.
 * @param onUnfit called when hls.js needs to parse XML, which workers cannot
 */
export function installStandIns(onUnfit: () => void): void {
  const { createObjectURL, revokeObjectURL } = URL;
  let count = 0;
  URL.createObjectURL = (object: Blob | WorkerMediaSource) => {
    if (object instanceof Blob) return createObjectURL.call(URL, object);
    count += 1;
    const address = `blob:media-source-${count}`;
    sources.set(address, object);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    if (!sources.delete(address)) revokeObjectURL.call(URL, address);
  };
  Object.assign(globalThis, {
    HTMLVideoElement: WorkerMediaElement,
    ResizeObserver: MirrorResizeObserver,
    DOMParser,
  });
  function DOMParser(): never {
    onUnfit();
    throw new TypeError('workers have no DOMParser');
  }
}

/** Sets the pixel ratio of the page's screen. */
export function setPixelRatio(pixelRatio: number): void {
  Object.assign(globalThis, { devicePixelRatio: pixelRatio });
}
