/** Observations so far; times are milliseconds since the page was opened. */
export interface Seen {
  /** A frame with the play control was presented, and a click at its middle hits it. */
  playableMs: number | null;
  /** Middle of the control, in the frame. */
  x: number;
  y: number;
  /** The first presented frame of the film since the page was opened, or since `benchArm`. */
  firstFrameMs: number | null;
  /** The element could play (`canplay`). */
  canPlayMs: number | null;
  /** The poster, or the film if it came first, filled more than half of the frame. */
  pictureMs: number | null;
  layoutShift: number;
  isPlaying: boolean;
  /** Unix milliseconds at which the page was opened. */
  openedMs: number;
}

declare global {
  interface Window {
    benchSeen: () => Seen;
    /** Forgets the first frame, so that the next one counts. */
    benchArm: () => void;
    benchPause: () => void;
  }
}

/**
 * Watches a player's page from its start, at little cost. It checks when elements are added, and in
 * the frames between the control's creation and its appearance. It runs in the page, so it must not
 * use outer variables.
 * @param control selector; `null` for an autoplaying page, which may never show it. `video` stands
 * for the browser's own controls, whose button is 24 px from the left and 48 px from the bottom
 * @param isHit and `watchPaints`: the functions below, whose sources go to the page too
 */
export function watchPage(
  control: string | null,
  isHit: (element: Element, x: number, y: number) => boolean,
  watchPaints: () => () => Pick<Seen, 'pictureMs' | 'layoutShift'>,
): void {
  const roots: (Document | ShadowRoot)[] = [document];
  const place = { x: 0, y: 0 };
  let playableMs: number | null = null;
  let firstFrameMs: number | null = null;
  let canPlayMs: number | null = null;
  let video: HTMLVideoElement | null = null;
  let isLookPlanned = false;
  let isFound = false;

  const first = <E extends Element>(
    selector: string,
    accepts: (element: E) => boolean,
  ): E | null => {
    for (const root of roots)
      for (const element of root.querySelectorAll<E>(selector))
        if (accepts(element)) return element;
    return null;
  };
  const isReachable = (element: Element): boolean => {
    const { left, top, bottom, width, height } = element.getBoundingClientRect();
    const isNative = control === 'video';
    const [x, y] = isNative ? [left + 24, bottom - 48] : [left + width / 2, top + height / 2];
    if (width < 8 || height < 8 || !isHit(element, x, y)) return false;
    if (
      isNative &&
      !((element as HTMLVideoElement).controls && (element as HTMLVideoElement).currentSrc)
    )
      return false;
    Object.assign(place, { x, y });
    return true;
  };

  const awaitFrame = () => {
    const awaited = video;
    awaited?.requestVideoFrameCallback((_, { presentationTime }) => {
      // A paused player shows its poster, which is not playback.
      if (awaited !== video || awaited.paused) awaitFrame();
      else firstFrameMs ??= presentationTime;
    });
  };
  /** Some players replace the element. */
  const watchVideo = () => {
    const found = first<HTMLVideoElement>('video', (element) => element !== video);
    if (found === null) return;
    video = found;
    const canPlay = () => {
      if (canPlayMs !== null) return;
      canPlayMs = performance.now();
      performance.mark('bench-canplay');
    };
    if (found.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) canPlay();
    found.addEventListener('canplay', canPlay, { once: true });
    awaitFrame();
  };
  /** Runs in an animation frame, because styles are loaded only then. */
  const look = () => {
    isLookPlanned = false;
    if (isFound || control === null) return;
    if (first(control, isReachable) === null) {
      if (first(control, () => true) !== null) planLook();
      return;
    }
    isFound = true;
    // A task posted in an animation frame runs after that frame is rendered.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      playableMs = performance.now();
      performance.mark('bench-playable');
      port1.close();
    };
    port2.postMessage(null);
  };
  const planLook = () => {
    if (isLookPlanned) return;
    isLookPlanned = true;
    requestAnimationFrame(look);
  };
  const observer = new MutationObserver(() => {
    if (video === null || !video.isConnected) watchVideo();
    if (!isFound && control !== null && first(control, () => true) !== null) planLook();
  });
  const options = { childList: true, subtree: true };
  observer.observe(document, options);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    roots.push(root);
    observer.observe(root, options);
    return root;
  };

  const readPaints = watchPaints();
  window.benchPause = () => video?.pause();
  window.benchArm = () => {
    firstFrameMs = null;
    awaitFrame();
  };
  window.benchSeen = () => ({
    playableMs,
    ...place,
    firstFrameMs,
    canPlayMs,
    ...readPaints(),
    isPlaying:
      video !== null && !video.paused && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
    openedMs: performance.timeOrigin,
  });
}

/** Whether a click at a point hits the element or something in it, through shadow roots. */
export function isHit(element: Element, x: number, y: number): boolean {
  let met = document.elementFromPoint(x, y);
  for (;;) {
    const inner = met?.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === met) break;
    met = inner;
  }
  let at: Node | null = met;
  while (at !== null && at !== element)
    at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null);
  return at !== null;
}

/** @returns reads the paints since the page was opened */
export function watchPaints(): () => Pick<Seen, 'pictureMs' | 'layoutShift'> {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  type Largest = PerformanceEntry & { size: number; url: string };
  let pictureMs: number | null = null;
  let layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput) layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { size, url, startTime } of list.getEntries() as Largest[])
      if (url !== '' && size > (innerWidth * innerHeight) / 2) pictureMs ??= startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  return () => ({ pictureMs, layoutShift });
}
