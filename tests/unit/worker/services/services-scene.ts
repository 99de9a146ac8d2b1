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
  consent: 'granted',
  isPrivate: false,
  api: { isVisitorIdFetchDisabled: true },
};
export const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));

/** The state of a test of the services; new before each test. */
interface ServicesScene {
  clock: FakeClock;
  /** The news of the services, in order. */
  news: News[];
  /** The method and path of each request. */
  requests: string[];
  /** The reply of each path; 204 and an empty body when missing. */
  answers: Record<string, () => Response | Promise<Response>>;
}

export const scene = {} as ServicesScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.news = [];
  scene.requests = [];
  scene.answers = {};
}

/** The real services with a fake network, database and clock. */
export function makePlatform(platform: Partial<Platform> = {}): Platform {
  return {
    ...readPlatform(),
    clock: scene.clock,
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      scene.requests.push(`${init?.method ?? 'GET'} ${pathname}`);
      return scene.answers[pathname]?.() ?? new Response(null, { status: 204 });
    },
    random: () => 0.5,
    openDatabase: denied,
    locks: null,
    onNetworkHint: () => {},
    ...platform,
  };
}

/** Events in the form that the page sends to the services. */
export function create(
  platform: Platform,
): ServicesAtWork['services'] & { log(entries: LogEntry[]): void } {
  const { services, receiveEntries } = createServicesOn(platform, (reported) =>
    scene.news.push(...reported),
  );
  return { ...services, log: receiveEntries };
}

export const logPath = '/youtubei/v1/log_event';
export const taken = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
