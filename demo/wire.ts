/** Both ends speak JSON strings; `direction` is seen from the host page. */
export interface WireMessage {
  direction: 'sent' | 'received';
  text: string;
  message: { event: string; func?: string; info?: unknown };
}

/** The YouTube embed protocol by hand; client libraries wrap it in their own names. */
export interface Wire {
  /** Queued until the player is ready, because it would not receive earlier messages. */
  command(func: string, ...args: unknown[]): void;
  /** Subscribes now, and again with every player that the frame loads. */
  subscribe(event: string): void;
  /** The player keeps sending the event, but this page ignores it. */
  unsubscribe(event: string): void;
  /**
   * Sends `listening` until the player answers. Needed again after a player was made to forget this
   * page.
   */
  shakeHands(): void;
  close(): void;
}

interface WireDeps {
  frame: HTMLIFrameElement;
  embedOrigin: string;
  /** Subscribed as soon as the player is ready. */
  events: readonly string[];
  onMessage: (message: WireMessage) => void;
}

interface Outgoing {
  event: string;
  func?: string;
  args?: readonly unknown[];
}

const sessionId = 1;
const listeningEveryMs = 250;

export function openWire({ frame, embedOrigin, events, onMessage }: WireDeps): Wire {
  const life = new AbortController();
  const subscriptions = new Set(events);
  const unwanted = new Set<string>();
  const waiting: Outgoing[] = [];
  let isReady = false;
  let listening: number | undefined;

  function send(message: Outgoing): void {
    const text = JSON.stringify({ ...message, id: sessionId, channel: 'widget' });
    // An exact target origin, so that only the player receives our messages.
    frame.contentWindow?.postMessage(text, embedOrigin);
    onMessage({ direction: 'sent', text, message });
  }

  function command(func: string, ...args: unknown[]): void {
    const message = { event: 'command', func, args };
    if (isReady) send(message);
    else waiting.push(message);
  }

  /** The player sends nothing before a host listens, so repeat `listening` until it answers. */
  function shakeHands(): void {
    clearInterval(listening);
    listening = setInterval(() => send({ event: 'listening' }), listeningEveryMs);
    send({ event: 'listening' });
  }

  function receive({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== embedOrigin || typeof data !== 'string')
      return;
    const message: WireMessage['message'] & { context?: string } = JSON.parse(data);
    // The player's other protocol.
    if (message.context === 'player.js') return;
    if (!unwanted.has(message.event)) onMessage({ direction: 'received', text: data, message });
    if (message.event !== 'onReady') return;
    clearInterval(listening);
    isReady = true;
    for (const name of subscriptions) command('addEventListener', name);
    for (const each of waiting.splice(0)) send(each);
  }

  /** After a reload, too: the new player does not know its host. */
  function onLoad(): void {
    isReady = false;
    shakeHands();
  }

  addEventListener('message', receive, { signal: life.signal });
  frame.addEventListener('load', onLoad, { signal: life.signal });

  return {
    command,
    subscribe(event) {
      subscriptions.add(event);
      unwanted.delete(event);
      if (isReady) command('addEventListener', event);
    },
    unsubscribe(event) {
      subscriptions.delete(event);
      unwanted.add(event);
      if (isReady) command('removeEventListener', event);
    },
    shakeHands,
    close() {
      life.abort();
      clearInterval(listening);
    },
  };
}
