/** Both ends speak JSON strings; `direction` is seen from the host page. */
export interface WireMessage {
  direction: 'sent' | 'received';
  text: string;
  message: { event: string; func?: string; info?: unknown };
}

/** The YouTube embed protocol by hand: what every client library does under its own names. */
export interface Wire {
  command(func: string, ...args: unknown[]): void;
}

interface WireDeps {
  frame: HTMLIFrameElement;
  embedOrigin: string;
  onMessage: (message: WireMessage) => void;
}

const sessionId = 1;
const listeningEveryMs = 250;
const subscriptions = [
  'onStateChange',
  'onPlaybackQualityChange',
  'onPlaybackRateChange',
  'onError',
  'onVolumeChange',
  'onAutoplayBlocked',
];

export function openWire({ frame, embedOrigin, onMessage }: WireDeps): Wire {
  let listening: number | undefined;

  function send(message: { event: string; func?: string; args?: readonly unknown[] }): void {
    const text = JSON.stringify({ ...message, id: sessionId, channel: 'widget' });
    // An exact target: what we send concerns nobody but the player.
    frame.contentWindow?.postMessage(text, embedOrigin);
    onMessage({ direction: 'sent', text, message });
  }

  /** The player says nothing before somebody listens, so we say so until it answers. */
  function shakeHands(): void {
    clearInterval(listening);
    listening = setInterval(() => send({ event: 'listening' }), listeningEveryMs);
    send({ event: 'listening' });
  }

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== embedOrigin || typeof data !== 'string') return;
    const message: WireMessage['message'] & { context?: string } = JSON.parse(data);
    // The player's other protocol.
    if (message.context === 'player.js') return;
    onMessage({ direction: 'received', text: data, message });
    if (message.event !== 'onReady') return;
    clearInterval(listening);
    for (const name of subscriptions) send({ event: 'command', func: 'addEventListener', args: [name] });
  });
  // Also when the frame reloads: the new player knows nobody.
  frame.addEventListener('load', shakeHands);

  return { command: (func, ...args) => send({ event: 'command', func, args }) };
}
