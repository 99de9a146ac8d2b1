import type { Consent } from '../../../shared/rpc/consent.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type {
  PageNotice,
  Services,
  ServicesAtWork,
  ServicesInfo,
} from '../../../shared/rpc/rpc.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { rangesOf } from '../../../shared/tools/seq-set.ts';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import type { ServicesPlace } from '../../../src/services/services-place.ts';
import { wrapServices } from '../../../src/services/wrap-services.ts';
import { serveServices } from '../../../worker/services/serve-services.ts';

/** Services whose behaviour the test sets, behind a real channel and real Comlink. */
export class FakeServices {
  logged: number[] = [];
  /** After the start, which begins with one. */
  pings = 0;
  notices: PageNotice[] = [];
  post: (news: News) => void = () => {};
  /** Calls of these names never answer. */
  silent = new Set<keyof Services>();
  /** It acknowledges none of its events. */
  isMute = false;
  isDurable = true;
  isTerminated = false;
  /** Its script never loads, so nothing is answered. */
  isStalled = false;
  /** The calls that it got after its start. */
  readonly consents: Consent[] = [];
  /** Its `dispose` throws. */
  isBroken = false;
  die: (reason: string) => void = () => {};
  readonly place: ServicesPlace;
  private isStarted = false;
  private readonly channel = new MessageChannel();
  private readonly stalled = new MessageChannel();

  constructor(place: ServicesPlace) {
    this.place = place;
    const never = new Promise<never>(() => {});
    const answer = <T>(name: keyof Services, value: () => T) =>
      this.silent.has(name) ? never : Promise.resolve(value());
    const infoOf = (consent: Consent): ServicesInfo => ({
      consent,
      queue: consent !== 'granted' ? 'off' : this.isDurable ? 'indexeddb' : 'memory',
      queueDenied: null,
    });
    const services: ServicesAtWork['services'] = {
      start: (config) => {
        this.isStarted = true;
        return answer('start', () => ok(infoOf(config.consent)));
      },
      setConsent: (consent) => {
        this.consents.push(consent);
        return answer('setConsent', () => ok(infoOf(consent)));
      },
      flush: () => answer('flush', () => ok({ delivered: this.logged.length, queued: 0 })),
      accounting: () => Promise.reject(new Error('not asked for')),
      getVideo: () => answer('getVideo', () => err('NOT_FOUND', 'none')),
      getPlaylist: () => answer('getPlaylist', () => err('NOT_FOUND', 'none')),
      callApi: () => answer('callApi', () => err('NOT_FOUND', 'none')),
      report: () => answer('report', () => err('BAD_REPORT', 'none')),
      reportDevice: () => answer('reportDevice', () => err('BAD_REPORT', 'none')),
      notice: (notice) => {
        this.notices.push(notice);
        return Promise.resolve();
      },
      ping: () => {
        if (this.isStarted) this.pings++;
        return answer('ping', () => 'alive' as const);
      },
      dispose: () =>
        answer('dispose', () => {
          if (this.isBroken) throw new Error('broken');
        }),
    };
    serveServices(this.channel.port2, (post) => {
      this.post = (news) => post([news]);
      return {
        services,
        readConfigs: async () => [],
        receiveEntries: (entries) => {
          const seqs = entries.map((entry) => entry.seq);
          this.logged.push(...seqs);
          if (!this.isMute)
            this.post({ type: 'stored', ranges: rangesOf(seqs), isDurable: this.isDurable });
        },
      };
    });
  }

  host(): ServicesHost {
    const endpoint = this.isStalled ? this.stalled.port1 : this.channel.port1;
    return {
      endpoint,
      services: wrapServices(endpoint).services,
      onDeath: (listener) => {
        this.die = listener;
      },
      terminate: () => {
        this.isTerminated = true;
        for (const { port1, port2 } of [this.channel, this.stalled]) {
          port1.close();
          port2.close();
        }
      },
    };
  }
}
