import { expose } from 'comlink';
import type { LogEntry } from '../../../shared/log-event.ts';
import { err, ok } from '../../../shared/result.ts';
import type { NewsPort, PageNotice, Services } from '../../../shared/rpc.ts';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import type { ServicesPlace } from '../../../src/services/services-place.ts';

/** Services that do what a test says, behind a real channel and real Comlink. */
export class FakeServices {
  logged: number[] = [];
  pings = 0;
  notices: PageNotice[] = [];
  port: NewsPort | null = null;
  /** Calls of these names never answer. */
  silent = new Set<keyof Services>();
  isDurable = true;
  isTerminated = false;
  /** Its script never loads, so nobody answers anything. */
  isStalled = false;
  /** Its `dispose` throws. */
  isBroken = false;
  die: (reason: string) => void = () => {};
  readonly place: ServicesPlace;
  private readonly channel = new MessageChannel();
  private readonly stalled = new MessageChannel();

  constructor(place: ServicesPlace) {
    this.place = place;
    const never = new Promise<never>(() => {});
    const answer = <T>(name: keyof Services, value: () => T) =>
      this.silent.has(name) ? never : Promise.resolve(value());
    const services: Services = {
      connect: (port) => {
        this.port = port;
      },
      start: () =>
        answer('start', () => ok({ queue: this.isDurable ? 'indexeddb' : 'memory', queueDenied: null })),
      log: (entries: LogEntry[]) => {
        this.logged.push(...entries.map((entry) => entry.seq));
        const storedToSeq = entries.at(-1)?.seq ?? 0;
        return answer('log', () => ok({ storedToSeq, isDurable: this.isDurable }));
      },
      flush: () => answer('flush', () => ok({ delivered: this.logged.length, queued: 0 })),
      accounting: () => Promise.reject(new Error('not asked for')),
      getVideo: () => answer('getVideo', () => err('NOT_FOUND', 'none')),
      getPlaylist: () => answer('getPlaylist', () => err('NOT_FOUND', 'none')),
      notice: (notice) => {
        this.notices.push(notice);
        return Promise.resolve();
      },
      ping: () => {
        this.pings++;
        return answer('ping', () => 'alive' as const);
      },
      dispose: () =>
        answer('dispose', () => {
          if (this.isBroken) throw new Error('broken');
        }),
    };
    expose(services, this.channel.port2);
  }

  host(): ServicesHost {
    return {
      endpoint: this.isStalled ? this.stalled.port1 : this.channel.port1,
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
