import { onTestFinished, vi } from 'vitest';
import type { Sender } from '../../../src/bridge/host-binding.ts';

export const hostOrigin = 'https://host.example';
export const embedUrl = 'https://player.example/embed/offstage001?enablejsapi=1#t';

/** A window that records the messages posted to it. */
export interface FakeWindow {
  readonly source: Window;
  readonly texts: string[];
  readonly targets: string[];
  close(): void;
}

export function createFakeWindow(): FakeWindow {
  const texts: string[] = [];
  const targets: string[] = [];
  const target = {
    closed: false,
    postMessage(text: string, target: string | { targetOrigin: string }) {
      texts.push(text);
      targets.push(typeof target === 'string' ? target : target.targetOrigin);
    },
  };
  return {
    source: target as unknown as Window,
    texts,
    targets,
    close() {
      target.closed = true;
    },
  };
}

export interface FakePage {
  /** The window around the frame; the page's own when it is not framed. */
  host: FakeWindow;
  /** Dispatches an event on the page's window. */
  events: EventTarget;
}

/** A minimal version of the globals that the bridge reads, until the test ends. */
export function stubPage(isFramed = true): FakePage {
  const events = new EventTarget();
  const host = createFakeWindow();
  const self = isFramed
    ? { parent: host.source }
    : Object.assign(host.source, { parent: host.source });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('window', self);
  vi.stubGlobal('location', { href: embedUrl });
  vi.stubGlobal('document', { referrer: `${hostOrigin}/` });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { host, events };
}

/** A message event, from the host by default. */
export function messageEvent(
  host: FakeWindow,
  data: unknown,
  sender: Partial<Sender> = {},
): MessageEvent {
  const { source = host.source, origin = hostOrigin } = sender;
  return Object.assign(new Event('message'), { data, source, origin }) as MessageEvent;
}
