/** What the watch has seen so far; times are milliseconds since the page was opened. */
export interface Seen {
  /** A frame with the play control has been shown, and a click at its middle meets it. */
  playableMs: number | null;
  /** Where the middle of the control is, in the frame. */
  x: number;
  y: number;
  /** A picture of the film was presented: the first since the page was opened, or since `benchArm`. */
  firstFrameMs: number | null;
  /** The element could play (`canplay`). */
  canPlayMs: number | null;
  /** The poster, or the film if it was sooner, filled more than half of the frame. */
  pictureMs: number | null;
  layoutShift: number;
  isPlaying: boolean;
  /** Unix milliseconds at which the page was opened. */
  openedMs: number;
}

declare global {
  interface Window {
    benchSeen: () => Seen;
    /** Forgets the first picture, so that the next one counts. */
    benchArm: () => void;
    benchPause: () => void;
  }
}

/**
 * Watches a player's page from its beginning, at little cost: it looks when elements are added, and in the frames between the control's
 * being there and its being shown. Runs in the page, so it may use nothing from outside.
 * @param control selector, `null` for a page that plays by itself, where it may never show; `video` stands for the browser's own controls, whose button lies 24 px from the left and 48 px from the bottom
 */
export function watchPage(control: string | null): void {
  const roots: (Document | ShadowRoot)[] = [document];
  const place = { x: 0, y: 0 };
  let playableMs: number | null = null;
  let firstFrameMs: number | null = null;
  let canPlayMs: number | null = null;
  let pictureMs: number | null = null;
  let layoutShift = 0;
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
  /** What a click at a point meets, through shadow roots. */
  const hit = (x: number, y: number): Element | null => {
    let met = document.elementFromPoint(x, y);
    for (;;) {
      const inner = met?.shadowRoot?.elementFromPoint(x, y) ?? null;
      if (inner === null || inner === met) return met;
      met = inner;
    }
  };
  const isInside = (element: Element | null, ancestor: Element): boolean => {
    let at: Node | null = element;
    while (at !== null && at !== ancestor)
      at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null);
    return at !== null;
  };
  const isReachable = (element: Element): boolean => {
    const { left, top, bottom, width, height } = element.getBoundingClientRect();
    const isNative = control === 'video';
    const [x, y] = isNative ? [left + 24, bottom - 48] : [left + width / 2, top + height / 2];
    if (width < 8 || height < 8 || !isInside(hit(x, y), element)) return false;
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
      // What a paused player shows is its poster, and no playback.
      if (awaited !== video || awaited.paused) awaitFrame();
      else firstFrameMs ??= presentationTime;
    });
  };
  /** Some players exchange the element. */
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
  /** In a frame, because only then styles have come. */
  const look = () => {
    isLookPlanned = false;
    if (isFound || control === null) return;
    if (first(control, isReachable) === null) {
      if (first(control, () => true) !== null) planLook();
      return;
    }
    isFound = true;
    // A task that is posted in a frame runs when the frame has been made.
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

  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput) layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  type Largest = PerformanceEntry & { size: number; url: string };
  new PerformanceObserver((list) => {
    for (const { size, url, startTime } of list.getEntries() as Largest[])
      if (url !== '' && size > (innerWidth * innerHeight) / 2) pictureMs ??= startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

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
    pictureMs,
    layoutShift,
    isPlaying:
      video !== null && !video.paused && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
    openedMs: performance.timeOrigin,
  });
}
