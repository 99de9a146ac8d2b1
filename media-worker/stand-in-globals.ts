import { MediaMirror, type MirroredSource } from './media-mirror.ts';
import type { WorkerMediaSource } from './media-source.ts';

/** Media sources by the addresses that they were given: a worker's media source can have none (W3C Media Source Extensions, section 13). */
const sources = new Map<string, WorkerMediaSource>();

export function sourceOf(address: string): MirroredSource | undefined {
  return sources.get(address);
}

/** Tells of the size of the mirrored element alone. */
class MirrorResizeObserver {
  readonly #listening = new AbortController();
  readonly #listener: (entries: { contentRect: { width: number; height: number } }[]) => void;
  constructor(listener: (entries: { contentRect: { width: number; height: number } }[]) => void) {
    this.#listener = listener;
  }
  observe(mirror: MediaMirror): void {
    const tell = () => this.#listener([{ contentRect: mirror.getBoundingClientRect() }]);
    mirror.addEventListener('resize', tell, { signal: this.#listening.signal });
  }
  disconnect(): void {
    this.#listening.abort();
  }
}

/**
 * What hls.js takes for granted and workers have not.
 * @param onUnfit somebody needs to read XML, which workers cannot
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
    HTMLVideoElement: MediaMirror,
    ResizeObserver: MirrorResizeObserver,
    DOMParser,
  });
  function DOMParser(): never {
    onUnfit();
    throw new TypeError('workers have no DOMParser');
  }
}

/** Of the screen that the page is on. */
export function setPixelRatio(pixelRatio: number): void {
  Object.assign(globalThis, { devicePixelRatio: pixelRatio });
}
