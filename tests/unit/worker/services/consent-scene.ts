import { vi } from 'vitest';
import type { News } from '../../../../shared/rpc/news.ts';
import type { ServicesAtWork, ServicesConfig } from '../../../../shared/rpc/rpc.ts';
import type { LogEntry } from '../../../../shared/telemetry/log-event.ts';
import { createServicesOn } from '../../../../worker/services/create-services.ts';
import { type Platform, readPlatform } from '../../../../worker/services/platform.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { context, sid } from '../events/make-events.ts';

export const config: ServicesConfig = {
  sid,
  origin: 'https://embed.example',
  context,
  isTelemetryOn: true,
  consent: 'pending',
  isPrivate: false,
  api: { authorization: 'Bearer t', isLoggedIn: true, adSignals: 'dt=1' },
};
export const logPath = '/youtubei/v1/log_event';

interface Asked {
  path: string;
  init: RequestInit | undefined;
}

/** The state of a test of consent; new before each test. */
interface ConsentScene {
  clock: FakeClock;
  news: News[];
  asked: Asked[];
  answers: Record<string, () => Response>;
  openDatabase: ReturnType<typeof vi.fn<Platform['openDatabase']>>;
}

export const scene = {} as ConsentScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.news = [];
  scene.asked = [];
  scene.openDatabase = vi.fn(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  scene.answers = {
    [logPath]: () => new Response('{"accepted":1,"duplicates":0,"rejected":0}'),
    '/visitor_id': () => new Response('{"visitorId":"visitor-1"}'),
  };
}

export function create(): ServicesAtWork['services'] & { log(entries: LogEntry[]): void } {
  const platform: Platform = {
    ...readPlatform(),
    clock: scene.clock,
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      scene.asked.push({ path: pathname, init });
      return scene.answers[pathname]?.() ?? new Response(null, { status: 204 });
    },
    random: () => 0.5,
    openDatabase: scene.openDatabase,
    locks: null,
    onNetworkHint: () => {},
  };
  const { services, receiveEntries } = createServicesOn(platform, (reported) =>
    scene.news.push(...reported),
  );
  return { ...services, log: receiveEntries };
}

export const paths = () => scene.asked.map(({ path }) => path);

export const bodyOf = async (path: string) => {
  const body = scene.asked.findLast((request) => request.path === path)?.init?.body;
  return JSON.parse(await new Response(body).text());
};
