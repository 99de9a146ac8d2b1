import { dashLimits } from '../../../shared/limits/dash-limits.ts';

export interface DashSenderDeps {
  /** Fetches the MPD; rejects if the server does not answer. */
  fetchMpd: () => Promise<string>;
  isLive: () => boolean;
  /** Whether playback is beyond the stream's end: its sender has started again from zero. */
  isBeyondEnd: () => boolean;
  /** @returns cancels the call */
  setTimer: (call: () => void, ms: number) => () => void;
  report: (changes: { isLive: boolean; isSenderPaused: boolean }) => void;
  /** Loads the media again. */
  reload: () => void;
}

/** Watches the sender of a dynamic MPD. */
export interface DashSender {
  /** @param isWaiting whether playback waits for media */
  update(isWaiting: boolean): void;
  dispose(): void;
}

/**
 * Reports the state of a stream's sender, which RxPlayer does not report. While a live stream waits
 * for media, it fetches the MPD at intervals: if the server answers with the same one as before,
 * the sender is paused.
 */
export function createDashSender({
  fetchMpd,
  isLive,
  isBeyondEnd,
  setTimer,
  report,
  reload,
}: DashSenderDeps): DashSender {
  /** Ends the checks; `null` while there are none. */
  let end: (() => void) | null = null;

  function startChecks(): () => void {
    let isOver = false;
    let before: string | null = null;
    const check = async () => {
      const mpd = await fetchMpd().catch(() => null);
      if (isOver) return;
      if (before !== null && mpd !== before && isBeyondEnd()) {
        reload();
        return;
      }
      report({ isLive: isLive(), isSenderPaused: mpd !== null && mpd === before });
      before = mpd;
      cancel = setTimer(check, dashLimits.senderCheckMs);
    };
    let cancel = setTimer(check, dashLimits.senderCheckMs);
    return () => {
      isOver = true;
      cancel();
    };
  }

  return {
    update(isWaiting) {
      if (isWaiting && isLive()) {
        end ??= startChecks();
        return;
      }
      end?.();
      end = null;
      report({ isLive: isLive(), isSenderPaused: false });
    },
    dispose: () => end?.(),
  };
}
