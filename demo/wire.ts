/** Both ends speak JSON strings; `direction` is seen from the host page. */
export interface WireMessage {
  direction: 'sent' | 'received';
  text: string;
  message: { event: string; func?: string; info?: unknown };
}

/** The YouTube embed protocol by hand: what every client library does under its own names. */
export interface Wire {
  /** Waits for a player that is not ready: nobody would hear it. */
  command(func: string, ...args: unknown[]): void;
  /** Asks for an event, now and of every player that the frame loads. */
  subscribe(event: string): void;
  /** The player goes on telling: it is the host page that no longer listens. */
  unsubscribe(event: string): void;
  /** Says who is listening until the player answers; also to a player that was told to forget this page. */
  shakeHands(): void;
  close(): void;
}

interface WireDeps {
  frame: HTMLIFrameElement;
  embedOrigin: string;
  /** Asked for as soon as the player is ready. */
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
    // An exact target: what we send concerns nobody but the player.
    frame.contentWindow?.postMessage(text, embedOrigin);
    onMessage({ direction: 'sent', text, message });
  }

  function command(func: string, ...args: unknown[]): void {
    const message = { event: 'command', func, args };
    if (isReady) send(message);
    else waiting.push(message);
  }

  /** The player says nothing before somebody listens, so we say so until it answers. */
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

  /** Also when the frame reloads: the new player knows nobody. */
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
