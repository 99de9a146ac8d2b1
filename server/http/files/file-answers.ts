import { httpLimits } from '../http-limits.ts';

/** A file that is being sent. */
export interface FileAnswer {
  /** The client has received some data. */
  progress(): void;
  /** The file is sent, or its connection is closed. May be called repeatedly. */
  end(): void;
}

/**
 * Limits the files that are being sent, each of which holds a descriptor and buffers. While there
 * is room, a client may take any time (a paused film is idle for hours). When full, the answer that
 * was idle longest is cut.
 */
export interface FileAnswers {
  /**
   * @param cut ends the answer early
   * @returns the limit reached, if neither the client nor the server has an idle answer to cut
   */
  begin(client: string, cut: () => void): FileAnswer | 'client_full' | 'server_full';
  /** Files that are being sent now. */
  readonly size: number;
}

export interface FileAnswersOptions {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  maxCount?: number;
  clientMaxCount?: number;
  idleMs?: number;
}

interface Open {
  client: string;
  cut: () => void;
  lastMs: number;
}

export function createFileAnswers({
  now,
  maxCount = httpLimits.fileAnswersMaxCount.value,
  clientMaxCount = Math.ceil(maxCount * httpLimits.fileAnswersClientShare.value),
  idleMs = httpLimits.fileIdleMs.value,
}: FileAnswersOptions): FileAnswers {
  /** In order of idle time, longest first. */
  const all = new Set<Open>();
  const ofClients = new Map<string, Set<Open>>();

  function end(open: Open): void {
    if (!all.delete(open)) return;
    const own = ofClients.get(open.client);
    own?.delete(open);
    if (own?.size === 0) ofClients.delete(open.client);
  }

  /** @returns whether there is room now */
  function makeRoom(among: ReadonlySet<Open>): boolean {
    const [oldest] = among;
    if (oldest === undefined || now() - oldest.lastMs < idleMs) return false;
    end(oldest);
    oldest.cut();
    return true;
  }

  return {
    begin(client, cut) {
      const own = ofClients.get(client);
      if (own !== undefined && own.size >= clientMaxCount && !makeRoom(own)) return 'client_full';
      if (all.size >= maxCount && !makeRoom(all)) return 'server_full';
      const open: Open = { client, cut, lastMs: now() };
      all.add(open);
      // `makeRoom` may have ended the client's last answer and removed its set.
      ofClients.set(client, (ofClients.get(client) ?? new Set<Open>()).add(open));
      return {
        progress() {
          if (!all.delete(open)) return;
          open.lastMs = now();
          all.add(open);
          const mine = ofClients.get(client);
          mine?.delete(open);
          mine?.add(open);
        },
        end: () => end(open),
      };
    },
    get size() {
      return all.size;
    },
  };
}
