import { warnAfterMs } from './warning-limits.ts';

/**
 * Texts for the developer of a host page. A module of its own: the SDK loads it from the player's
 * server only when there is something to warn about. Each text is printed once for a page, and
 * none inside an element with the attribute `data-offstage-quiet`.
 */
const given = new Set<string>();

/** Warns, unless the frame answers first. Called when it has not answered for some seconds. */
export function warn(frame: HTMLIFrameElement): void {
  if (self.origin === 'null' || location.protocol === 'file:') {
    print(frame);
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
    if (frame.isConnected && frame.loading !== 'lazy') print(frame);
  }
}

function print(frame: HTMLIFrameElement): void {
  const text = causeOfSilence(frame);
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
  return `No player answers in the frame ${address}. Its server may not allow this page to embed it (--embed-domains), or the policy of this page may not allow the frame (frame-src).`;
}
