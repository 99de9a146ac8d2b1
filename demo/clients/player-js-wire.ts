/** A message of the open protocol, in either direction. */
export interface PlayerJsMessage {
  event?: string;
  method?: string;
  value?: unknown;
}

export interface PlayerJsWire {
  /** Queued until the player is ready, because it would not receive earlier messages. */
  call(method: string, value?: unknown): void;
  /** Dropped until the player is ready: a late answer would be useless. */
  ask(method: string): void;
  /** Opens another address in the frame. */
  open(src: string): void;
  close(): void;
}

interface PlayerJsDeps {
  frame: HTMLIFrameElement;
  origin: string;
  /** Subscribed each time a player reports that it is ready. */
  events: readonly string[];
  onMessage: (direction: 'sent' | 'received', message: PlayerJsMessage, text: string) => void;
}

const context = 'player.js';
const version = '0.0.11';

/** The open `player.js` protocol by hand. It controls any player that speaks it. */
export function openPlayerJsWire({ frame, origin, events, onMessage }: PlayerJsDeps): PlayerJsWire {
  const life = new AbortController();
  const waiting: PlayerJsMessage[] = [];
  let isReady = false;

  function call(method: string, value?: unknown): void {
    if (isReady) send({ method, value });
    else waiting.push({ method, value });
  }

  function send(words: PlayerJsMessage): void {
    const message = { context, version, ...words };
    const text = JSON.stringify(message);
    frame.contentWindow?.postMessage(text, origin);
    onMessage('sent', message, text);
  }

  function receive({ source, origin: from, data }: MessageEvent): void {
    if (source !== frame.contentWindow || from !== origin || typeof data !== 'string') return;
    const message: PlayerJsMessage & { context?: string } = JSON.parse(data);
    // The player's other protocol.
    if (message.context !== context) return;
    // Every document in the frame sends it unasked.
    if (message.event === 'ready') isReady = true;
    onMessage('received', message, data);
    if (message.event !== 'ready') return;
    for (const event of events) call('addEventListener', event);
    for (const each of waiting.splice(0)) send(each);
  }

  addEventListener('message', receive, { signal: life.signal });
  return {
    call,
    ask: (method) => isReady && send({ method }),
    open(src) {
      isReady = false;
      frame.src = src;
    },
    close: () => life.abort(),
  };
}
