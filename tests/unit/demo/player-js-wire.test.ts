import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPlayerJsWire } from '../../../demo/clients/player-js-wire.ts';

const origin = 'https://player.example';
let page: EventTarget;

// The parts of the page's window that the wire uses.
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

function openWire() {
  const received: string[] = [];
  const contentWindow = { postMessage: (text: string) => received.push(JSON.parse(text).method) };
  const frame = { contentWindow, src: '' } as unknown as HTMLIFrameElement;
  const wire = openPlayerJsWire({ frame, origin, events: ['play'], onMessage: () => {} });
  const sendReady = () => {
    const data = JSON.stringify({ context: 'player.js', event: 'ready' });
    page.dispatchEvent(
      Object.assign(new Event('message'), { source: contentWindow, origin, data }),
    );
  };
  return { wire, received, sendReady };
}

test('commands wait for the player, and getters do not', () => {
  const { wire, received, sendReady } = openWire();
  wire.ask('getVolume');
  wire.call('play');
  wire.ask('getVolume');
  sendReady();
  expect(received).toEqual(['addEventListener', 'play']);
  wire.ask('getVolume');
  expect(received.slice(2)).toEqual(['getVolume']);
  wire.open(`${origin}/embed/other`);
  wire.ask('getVolume');
  sendReady();
  expect(received.slice(3)).toEqual(['addEventListener']);
});
