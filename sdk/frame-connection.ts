import type { EmbedMessage } from './embed-message.ts';
import { parseEmbedMessage } from './embed-message.ts';
import { listeningDelayMs } from './listening-delay.ts';
import { joinHub } from './message-hub.ts';
import { queueMaxCount } from './sdk-limits.ts';

export interface ConnectionDeps {
  frame: HTMLIFrameElement;
  /** Whether the frame is yet to load; one that stood in the page may have done so long ago. */
  isNew: boolean;
  /** The player page's. */
  origin: string;
  /** The session's number, which the player repeats with everything it says. */
  id: number;
  /** Who is found under the frame's id; hears everything. */
  owner: object;
  receive(message: EmbedMessage): void;
}

export interface FrameConnection {
  /** Sends a command, when the player has answered. */
  send(func: string, ...args: unknown[]): void;
  /** Asks for an event, once a name and document. */
  subscribe(event: string): void;
  close(): void;
}

/**
 * The conversation with the player in a frame: asks until it answers, keeps what is to be said until then, and starts anew
 * with every document that the frame loads.
 *
 * A message to a window of another origin than the one it names makes the browser complain on the console. So only
 * `listening`, which anybody may know, goes to whoever is in the frame; all else goes to a window that has answered.
 */
export function connectFrame(deps: ConnectionDeps): FrameConnection {
  const { frame, isNew, id, receive } = deps;
  const subscriptions = new Set<string>();
  let queue: string[] = [];
  let peer: MessageEventSource | null = null;
  let peerOrigin = deps.origin;
  /** The `src` of a document that answered before the frame's `load` event, which is yet to come. */
  let earlySrc: string | null = null;
  /** The window whose first `load` has been: what follows in it is asked only when it has loaded, and never answers early. */
  let loadedWindow: MessageEventSource | null = null;
  let isReadyTold = false;
  let saidCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leaveHub = joinHub({ ...deps, take });
  frame.addEventListener('load', onLoad);
  say();

  function say(): void {
    // Out of the document there is nobody to ask, and maybe never will be.
    if (frame.contentWindow === null) return;
    frame.contentWindow.postMessage(toWire('listening'), '*');
    saidCount += 1;
    const delayMs = listeningDelayMs(saidCount);
    if (delayMs !== null) timer = setTimeout(say, delayMs);
  }

  function onLoad(): void {
    const isSameDocument = frame.contentWindow === peer && frame.src === earlySrc;
    earlySrc = null;
    loadedWindow = frame.contentWindow;
    if (isSameDocument && isNew) return;
    // Maybe it is another one after all, which would not know us.
    peer = null;
    isReadyTold &&= isSameDocument;
    saidCount = 0;
    clearTimeout(timer);
    say();
  }

  function take(data: unknown, source: MessageEventSource, from: string): void {
    const message = parseEmbedMessage(data, id);
    if (message === null) return;
    peerOrigin = from;
    if (peer !== source) answer(source);
    // The player answers every `listening`, and two may be under way.
    if (message.event === 'onReady' && isReadyTold) return;
    isReadyTold ||= message.event === 'onReady';
    receive(message);
  }

  function answer(source: MessageEventSource): void {
    clearTimeout(timer);
    peer = source;
    if (source !== loadedWindow) earlySrc = frame.src;
    const waiting = queue;
    queue = [];
    for (const event of subscriptions) send('addEventListener', event);
    for (const message of waiting) post(message);
  }

  function post(message: string): void {
    if (isAnswered()) frame.contentWindow?.postMessage(message, peerOrigin);
    else if (queue.length < queueMaxCount) queue.push(message);
  }

  function isAnswered(): boolean {
    // A frame that was moved in the document has another window, with nobody in it yet.
    return peer !== null && peer === frame.contentWindow;
  }

  function send(func: string, ...args: unknown[]): void {
    post(toWire('command', { func, args }));
  }

  function toWire(event: string, fields?: object): string {
    return JSON.stringify({ event, ...fields, id, channel: 'widget' });
  }

  return {
    send,
    subscribe(event) {
      if (subscriptions.has(event)) return;
      subscriptions.add(event);
      if (isAnswered()) send('addEventListener', event);
    },
    close() {
      frame.removeEventListener('load', onLoad);
      clearTimeout(timer);
      leaveHub();
      queue = [];
    },
  };
}
