import type { Embed } from '../../src/boot/create-embed.ts';

declare global {
  interface Window {
    offstage: Embed;
    /** Logs one event with the page's logger. */
    benchLog: (name: string, payload: Record<string, unknown>) => void;
    benchDrive: (burst: Burst) => Promise<Driven>;
    /** On the host page: number of events that the frame has reported. */
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
  /** From the start of one task to the start of the next. */
  gapMs: number;
  isBaseline: boolean;
}

interface Driven {
  /** Milliseconds in all calls of the logger. */
  callMs: number;
}

/**
 * Installs the driver. It runs in the page, so it must not use outer variables. It logs a player's
 * events, several in each of many real tasks, as a player does.
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
      // The waiting host then removes this frame.
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

/** Ours: the embed's own function, in the tier of the lane. */
export async function installEmbedLog(): Promise<void> {
  const options = { tier: 'dispatch_to_empty' } as const;
  await window.offstage.ready;
  window.benchLog = (name, payload) => window.offstage.log(name, payload, options);
  // When this resolves, the services run, and the events of the page's start are sent.
  await window.offstage.flush();
}
