import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import type { ServicesLoad } from '../../../shared/rpc/rpc.ts';
import type {
  CostReading,
  LongFrames,
  LongTasks,
} from '../../../shared/telemetry/performance-report.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { addScript } from './interaction-script.ts';
import { addLongFrame, type LongFrameEntry, noLongFrames } from './long-frames.ts';
import { addRequest, noRequests } from './script-bytes.ts';
import { watchEntries } from './watch-entries.ts';
import { type Vitals, watchVitals } from './watch-vitals.ts';

export interface CostWatchDeps {
  services: Pick<ServicesClient, 'where' | 'readLoad'>;
  signal: AbortSignal;
}

/** Adds up the browser's measurements of the player's cost, including buffered ones. */
export interface CostWatch {
  read(): CostReading;
  /** Asks the services for their cost. Never rejects. */
  askServices(): Promise<void>;
  /** Calls the listener after each new measurement. */
  onChange(listener: () => void): void;
  /**
   * Calls the listener after the first-frame mark of a playback, when its start times can be read.
   */
  onFirstFrame(listener: () => void): void;
}

/** May be set later than the frame, because the script that sets it loads later. */
const firstFrameMark = 'offstage:first-frame';

/** Base URL of all the player's scripts, because they lie beside this one. */
const ownBase = new URL('./', import.meta.url).href;

export function watchCost({ services, signal }: CostWatchDeps): CostWatch {
  const listeners = new Set<() => void>();
  const firstFrameListeners = new Set<() => void>();
  let longTasks: LongTasks = { count: 0, longestMs: 0, blockingMs: 0 };
  let longFrames: LongFrames = noLongFrames;
  let latestFrames: readonly LongFrameEntry[] = [];
  let requests = noRequests;
  let vitals: Vitals = { interaction: null, layoutShift: null, largestPaint: null };
  /** The last answer. */
  let load: ServicesLoad | null = null;
  let fromHostCount = 0;

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function vitalsChanged(change: Partial<Vitals>): void {
    const next = { ...vitals, ...change };
    vitals = { ...next, interaction: addScript(next.interaction, latestFrames, ownBase) };
    changed();
  }

  const hasLongTasks = watchEntries(
    'longtask',
    (entries) => {
      // Frames in one process also get entries for each other's tasks: `same-origin-ancestor`,
      // `cross-origin-unreachable`, …
      for (const { name, duration } of entries)
        if (name === 'self') longTasks = addTask(longTasks, duration);
      changed();
    },
    signal,
  );
  const hasLongFrames = watchEntries(
    'long-animation-frame',
    (entries) => {
      const frames = entries as unknown as LongFrameEntry[];
      for (const entry of frames) longFrames = addLongFrame(longFrames, entry, ownBase);
      latestFrames = [...latestFrames, ...frames].slice(-performanceLimits.latestFramesCount);
      vitalsChanged({});
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
    // The marks of an earlier start are read on request.
    { buffered: false },
  );
  watchVitals(ownBase, vitalsChanged);
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
      ...vitals,
      pageScripts: requests.page,
      servicesScripts: load && {
        count: requests.servicesFile.count + (load.scriptCount ?? 0),
        bytes: requests.servicesFile.bytes + (load.scriptBytes ?? 0),
      },
      requestCount: requests.count,
      transferredBytes: requests.transferredBytes,
      cachedScriptCount: requests.cachedScriptCount,
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
      // If the services are gone or fail, the last answer stays.
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
    blockingMs: blockingMs + Math.max(0, ms - performanceLimits.taskFreeMs),
  };
}

/** Time of the latest mark with this name; `null` if there is none. */
function momentOf(name: string): number | null {
  return performance.getEntriesByName(name, 'mark').at(-1)?.startTime ?? null;
}

function between(from: string, to: string): number | null {
  const [begin, end] = [momentOf(from), momentOf(to)];
  return begin === null || end === null || end < begin ? null : end - begin;
}
