import type { Embed } from '../../src/create-embed.ts';

declare global {
  interface Window {
    offstage: Embed;
    /** Logs one event the way of the page's lane. */
    benchLog: (name: string, payload: Record<string, unknown>) => void;
    benchDrive: (burst: Burst) => Promise<Driven>;
    /** On the host page: events that the frame has told of. */
    loggedCount: number;
    removeAt: number;
  }
}

interface Burst {
  run: string;
  /** Number of the first event. */
  from: number;
  count: number;
  eventsPerTask: number;
  /** From the beginning of a task to that of the next. */
  gapMs: number;
  isBaseline: boolean;
}

interface Driven {
  /** Milliseconds in the calls of the logger, of all events. */
  callMs: number;
}

/**
 * Installs the driver; runs in the page, so it may use nothing from outside. Events are logged from real tasks, several in each,
 * as a player's are, and tell of a player.
 */
export function installDriver(): void {
  window.benchDrive = async ({ run, from, count, eventsPerTask, gapMs, isBaseline }) => {
    const payloadOf = (n: number) => ({
      id: `${run}-${String(n).padStart(5, '0')}`,
      videoId: 'offstage002',
      state: n % 40 === 0 ? 'buffering' : 'playing',
      currentTime: Math.round(n * 250 + Math.random() * 20) / 1_000,
      bufferedSec: Math.round(100 + Math.random() * 200) / 10,
      height: n % 500 < 250 ? 720 : 1080,
      isMuted: false,
    });
    const log = isBaseline ? () => {} : window.benchLog;
    let callMs = 0;
    const runTask = (first: number) => {
      const payloads = Array.from(
        { length: Math.min(eventsPerTask, from + count - first) },
        (_, i) => payloadOf(first + i),
      );
      const beforeMs = performance.now();
      for (const payload of payloads) log('playback_progress', payload);
      callMs += performance.now() - beforeMs;
      // A host that waits for it removes this frame.
      if (gapMs === 0) parent.postMessage({ loggedCount: first + payloads.length }, '*');
    };

    const startMs = performance.now();
    for (let task = 0; task * eventsPerTask < count; task += 1) {
      const waitMs = startMs + task * gapMs - performance.now();
      await new Promise<void>((resolve) =>
        setTimeout(
          () => {
            runTask(from + task * eventsPerTask);
            resolve();
          },
          Math.max(0, waitMs),
        ),
      );
    }
    return { callMs };
  };
}

/** Ours: the embed's own function, in the tier that the lane says. */
export async function installEmbedLog(): Promise<void> {
  const options = { tier: 'dispatch_to_empty' } as const;
  await window.offstage.ready;
  window.benchLog = (name, payload) => window.offstage.log(name, payload, options);
  // The services run once this is answered, and what the page's start has logged is away.
  await window.offstage.flush();
}
