import type { EmbedMessage } from './embed-message.ts';
import { parseEmbedMessage } from './embed-message.ts';
import { listeningDelayMs } from './listening-delay.ts';
import { loadWarning } from './load-warning.ts';
import { joinHub } from './message-hub.ts';
import { listeningSteadyCount, queueMaxCount } from './sdk-limits.ts';

export interface ConnectionDeps {
  frame: HTMLIFrameElement;
  /** Whether the frame has yet to load; an existing frame may have loaded long ago. */
  isNew: boolean;
  /** Origin of the player page. */
  origin: string;
  /** The session's number, which the player repeats in all its messages. */
  id: number;
  /** The object that is returned for the frame's id. */
  owner: object;
  receive(message: EmbedMessage): void;
}

export interface FrameConnection {
  /** Sends a command, once the player has answered. */
  send(func: string, ...args: unknown[]): void;
  /** Subscribes to an event, once for each name and document. */
  subscribe(event: string): void;
  close(): void;
}

/**
 * The connection to the player in a frame, by these rules:
 *
 * 1. `listening` is repeated until the player answers.
 * 2. Commands wait in a queue until then.
 * 3. Every document that the frame loads starts again at 1.
 * 4. Only `listening`, which contains no secret, goes to any window in the frame. All other
 *    messages go only to a window that has answered: if a message names another origin than its
 *    window's, the browser logs an error.
 */
export function connectFrame(deps: ConnectionDeps): FrameConnection {
  const { frame, isNew, id, receive } = deps;
  const subscriptions = new Set<string>();
  let queue: string[] = [];
  let peer: MessageEventSource | null = null;
  let peerOrigin = deps.origin;
  /**
   * The `src` of a document that answered before the frame's `load` event, which is still pending.
   */
  let earlySrc: string | null = null;
  /**
   * The window that has fired its first `load`. Later documents in it are asked only after their
   * `load`, so they never answer early.
   */
  let loadedWindow: MessageEventSource | null = null;
  let isReadyReported = false;
  let sentCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leaveHub = joinHub({ ...deps, receiveMessage });
  frame.addEventListener('load', onLoad);
  sendListening();

  function sendListening(): void {
    // A frame outside the document has no window, and may never get one.
    if (!frame.contentWindow) return;
    frame.contentWindow.postMessage(toWire('listening'), '*');
    sentCount += 1;
    const delayMs = listeningDelayMs(sentCount);
    if (delayMs) timer = setTimeout(sendListening, delayMs);
    if (sentCount === listeningSteadyCount) loadWarning(frame, deps.origin);
  }

  function onLoad(): void {
    const isSameDocument = frame.contentWindow === peer && frame.src === earlySrc;
    earlySrc = null;
    loadedWindow = frame.contentWindow;
    if (isSameDocument && isNew) return;
    // It may be another document, which does not know this session.
    peer = null;
    isReadyReported &&= isSameDocument;
    sentCount = 0;
    clearTimeout(timer);
    sendListening();
  }

  function receiveMessage(data: unknown, source: MessageEventSource, from: string): void {
    const message = parseEmbedMessage(data, id);
    if (!message) return;
    peerOrigin = from;
    if (peer !== source) answer(source);
    // The player answers every `listening`, and two may be in flight.
    const isReady = message.event === 'onReady';
    if (isReady && isReadyReported) return;
    isReadyReported ||= isReady;
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
    if (isAnswered()) (peer as Window).postMessage(message, peerOrigin);
    else if (queue.length < queueMaxCount) queue.push(message);
  }

  function isAnswered(): boolean {
    // A frame that was moved in the document has a new window, whose page has not loaded yet.
    return !!peer && peer === frame.contentWindow;
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
