import { warnAfterMs } from './warning-limits.ts';

/**
 * Texts for the developer of a host page. The SDK loads them from the player's server only when
 * there is something to warn about. Each text is printed once for a page, and none inside an
 * element with the attribute `data-offstage-quiet`.
 */
const given = givenOnPage();

/** Shared by all runs of this script in a page: it runs once for each frame. */
function givenOnPage(): Set<string> {
  const page = globalThis as { offstageWarnings?: Set<string> };
  page.offstageWarnings ??= new Set();
  return page.offstageWarnings;
}

/** A player's listeners by the names of their events. */
export type Listeners = ReadonlyMap<string, ReadonlySet<unknown>>;

const blockedText =
  'The browser has refused to play with sound before the viewer has clicked, so the video waits. Add mute: 1 to playerVars, call mute() before playVideo(), or add a listener for onAutoplayBlocked.';

/**
 * @param listeners of a player whose autoplay the browser has refused; the first one is the SDK's.
 *   Without them, the frame has not answered for some seconds, and may answer before the warning.
 */
export function warn(frame: HTMLIFrameElement, listeners?: Listeners): void {
  if (listeners !== undefined) {
    if (listeners.get('onAutoplayBlocked')?.size === 1) print(frame, blockedText);
    return;
  }
  if (self.origin === 'null' || location.protocol === 'file:') {
    print(frame, causeOfSilence(frame));
    return;
  }
  const timer = setTimeout(end, warnAfterMs);
  addEventListener('message', onMessage);

  function onMessage({ source }: MessageEvent): void {
    if (source !== frame.contentWindow) return;
    clearTimeout(timer);
    removeEventListener('message', onMessage);
  }

  function end(): void {
    removeEventListener('message', onMessage);
    // Neither a frame that the page has removed, nor one that loads when it is scrolled to.
    if (frame.isConnected && frame.loading !== 'lazy') print(frame, causeOfSilence(frame));
  }
}

function print(frame: HTMLIFrameElement, text: string): void {
  if (given.has(text) || isQuiet(frame)) return;
  given.add(text);
  // biome-ignore lint/suspicious/noConsole: it is what this module is for
  console.warn(`Offstage: ${text}`);
}

/** `<offstage-player>` has its frame in a shadow tree. */
function isQuiet(frame: HTMLIFrameElement): boolean {
  const root = frame.getRootNode();
  const outermost = root instanceof ShadowRoot ? root.host : frame;
  return outermost.closest('[data-offstage-quiet]') !== null;
}

function causeOfSilence(frame: HTMLIFrameElement): string {
  if (location.protocol === 'file:')
    return 'This page was opened as a file, so it has no origin, and the player does not answer it. Serve it from your machine, for example with npx http-server or python3 -m http.server.';
  if (self.origin === 'null')
    return 'This page has no origin, so the player does not answer it. Add allow-same-origin to the sandbox of its frame, or ask the operator for --opaque-hosts allow.';
  // Without parameters, which may contain a token.
  const [address] = frame.src.split('?');
  return `No player answers in the frame ${address}. Its server may have no player at this address (a host of published pages must show 404.html), or not allow this page to embed it (--embed-domains), or the policy of this page may not allow the frame (frame-src).`;
}
