import type {
  CostReading,
  Interaction,
  LongFrames,
  LongTasks,
} from '../../shared/performance-report.ts';
import type { ServicesLoad } from '../../shared/rpc.ts';
import type { ServicesClient } from '../services/services-client.ts';
import { addLongFrame, type LongFrameEntry, noLongFrames } from './long-frames.ts';
import { addRequest, noRequests } from './script-bytes.ts';
import { watchEntries } from './watch-entries.ts';
import { watchInteractions } from './watch-interactions.ts';

export interface CostWatchDeps {
  services: Pick<ServicesClient, 'where' | 'readLoad'>;
  signal: AbortSignal;
}

/** What the player costs its page. The browser measures; this adds up what it tells, from before as well. */
export interface CostWatch {
  read(): CostReading;
  /** Asks the services what they have cost. Never rejects. */
  askServices(): Promise<void>;
  /** Calls when something has been added. */
  onChange(listener: () => void): void;
  /** Calls when a playback's first frame has been noted: what its start took can be read then. */
  onFirstFrame(listener: () => void): void;
}

/** As the W3C defines long tasks. */
const longTaskMs = 50;

/** What was watched until then is known when the script for it has come, and so this mark may come after the frame. */
const firstFrameMark = 'offstage:first-frame';

/** Scripts of the player all lie beside this one. */
const ownBase = new URL('./', import.meta.url).href;

export function watchCost({ services, signal }: CostWatchDeps): CostWatch {
  const listeners = new Set<() => void>();
  const firstFrameListeners = new Set<() => void>();
  let longTasks: LongTasks = { count: 0, longestMs: 0, blockingMs: 0 };
  let longFrames: LongFrames = noLongFrames;
  let requests = noRequests;
  let interaction: Interaction | null = null;
  let layoutShift: number | null = null;
  /** As they have answered last. */
  let load: ServicesLoad | null = null;
  let fromHostCount = 0;

  function changed(): void {
    for (const listener of listeners) listener();
  }

  const hasLongTasks = watchEntries(
    'longtask',
    (entries) => {
      // Frames of one process hear of each other's tasks as well: `same-origin-ancestor`, `cross-origin-unreachable`, …
      for (const { name, duration } of entries)
        if (name === 'self') longTasks = addTask(longTasks, duration);
      changed();
    },
    signal,
  );
  const hasLongFrames = watchEntries(
    'long-animation-frame',
    (entries) => {
      for (const entry of entries as unknown as LongFrameEntry[])
        longFrames = addLongFrame(longFrames, entry, ownBase);
      changed();
    },
    signal,
  );
  watchEntries(
    'resource',
    (entries) => {
      for (const entry of entries as PerformanceResourceTiming[])
        requests = addRequest(requests, entry);
      changed();
    },
    signal,
  );
  watchEntries(
    'mark',
    (entries) => {
      if (!entries.some(({ name }) => name === firstFrameMark)) return;
      for (const listener of firstFrameListeners) listener();
      changed();
    },
    signal,
    // Of a start that is over, whoever asks reads it.
    { buffered: false },
  );
  watchInteractions(ownBase, (change) => {
    if ('interaction' in change) interaction = change.interaction;
    else layoutShift = change.layoutShift;
    changed();
  });
  addEventListener(
    'message',
    ({ source }) => {
      if (source === parent && source !== window) fromHostCount += 1;
    },
    { signal },
  );

  return {
    read: () => ({
      place: services.where(),
      longTasks: hasLongTasks ? longTasks : null,
      longFrames: hasLongFrames ? longFrames : null,
      interaction,
      layoutShift,
      pageScripts: requests.page,
      servicesScripts: load && {
        count: requests.servicesFile.count + (load.scriptCount ?? 0),
        bytes: requests.servicesFile.bytes + (load.scriptBytes ?? 0),
      },
      requestCount: requests.count,
      services: {
        startMs: between('offstage:services-asked', 'offstage:services-answered'),
        busyMs: load?.busyMs ?? null,
        messageCount: load?.messageCount ?? null,
      },
      start: {
        embedCreatedMs: momentOf('offstage:embed-created'),
        playToFirstFrameMs: between('offstage:play-asked', firstFrameMark),
        firstFrameMs: momentOf(firstFrameMark),
      },
      messages: { fromHostCount, toHostCount: 0 },
    }),
    async askServices() {
      // They may be gone, or have a bug: what they said last stands.
      const answer = await services.readLoad()?.catch(() => null);
      if (answer?.ok) load = answer.value;
    },
    onChange: (listener) => listeners.add(listener),
    onFirstFrame: (listener) => firstFrameListeners.add(listener),
  };
}

function addTask({ count, longestMs, blockingMs }: LongTasks, ms: number): LongTasks {
  return {
    count: count + 1,
    longestMs: Math.max(longestMs, ms),
    blockingMs: blockingMs + Math.max(0, ms - longTaskMs),
  };
}

/** The latest mark of that name; `null` where there is none. */
function momentOf(name: string): number | null {
  return performance.getEntriesByName(name, 'mark').at(-1)?.startTime ?? null;
}

function between(from: string, to: string): number | null {
  const [begin, end] = [momentOf(from), momentOf(to)];
  return begin === null || end === null || end < begin ? null : end - begin;
}
