import { isFrom } from '../is-from.ts';
import type { FramePlace } from './players-vitals.ts';
import { parseMessage, type ReportedVitals, readReport } from './read-report.ts';

/**
 * Asks all players of a page for their reports, also those that come later, whichever client they
 * have. A player reports to a page that has greeted it, so a frame without a client stays silent.
 * @param host origin of the players; other frames are not listened to
 */
export function watchPlayers(
  host: string,
  receive: (place: FramePlace, vitals: ReportedVitals) => void,
): void {
  const places = new WeakMap<MessageEventSource, FramePlace>();
  // A frame that has not loaded yet has another origin; the message says nothing.
  for (const frame of framesIn(document))
    if (URL.canParse(frame.src) && isFrom(host, new URL(frame.src).origin))
      ask(frame.contentWindow, '*');

  addEventListener('message', ({ data, origin, source }) => {
    if (source === null || !isFrom(host, origin)) return;
    const message = parseMessage(data);
    // The frame may have loaded another document, which answers its client again.
    if (message?.event === 'onReady') ask(source as Window, origin);
    if (message?.event !== 'onPerformanceReport') return;
    const vitals = readReport(message.info);
    if (vitals === null) return;
    const place = places.get(source) ?? placeOf(source);
    places.set(source, place);
    receive(place, vitals);
  });
}

/** Without an id, which leaves the session to the page's client. */
function ask(player: Window | null, targetOrigin: string): void {
  const args = ['onPerformanceReport'];
  const command = { event: 'command', func: 'addEventListener', args, channel: 'widget' };
  player?.postMessage(JSON.stringify(command), targetOrigin);
}

function placeOf(source: MessageEventSource): FramePlace {
  const known = [...framesIn(document)].find(({ contentWindow }) => contentWindow === source);
  // A frame in a closed shadow root cannot be found.
  if (known === undefined) return { frame: 'iframe', share: () => 1 };
  const frame = new WeakRef(known);
  return {
    frame: known.id ? `iframe#${known.id}` : `iframe[src^="${known.src.split('?')[0]}"]`,
    share: () => shareOf(frame.deref()),
  };
}

function* framesIn(root: Document | ShadowRoot): Generator<HTMLIFrameElement> {
  yield* root.querySelectorAll('iframe');
  for (const { shadowRoot } of root.querySelectorAll('*'))
    if (shadowRoot) yield* framesIn(shadowRoot);
}

/**
 * @returns the part of the viewport that the frame covers, by which the Layout Instability standard
 *   weighs frames
 */
function shareOf(frame: HTMLIFrameElement | undefined): number {
  if (!frame) return 0;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return (Math.max(width, 0) * Math.max(height, 0)) / (innerWidth * innerHeight || 1);
}
