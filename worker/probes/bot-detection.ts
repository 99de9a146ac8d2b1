import { probeLimits } from '../../shared/limits/probe-limits.ts';
import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import { parseAs } from '../../shared/tools/shape.ts';
import type { BotScriptEvent } from '../../shared/wire/bot-detection.ts';
import { botScriptEventShape } from '../../shared/wire/shapes/bot-script-event.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { createAttachCache } from './attach-cache.ts';
import { type BotEvent, type BotState, botState, nextBotState } from './bot-state.ts';
import type { Attestation } from './findings.ts';

/** Has the page run a provider's script that detects whether a person or a program is watching. */
export interface BotDetection {
  /** Call once. */
  start(): void;
  /** @param event not yet checked */
  receive(event: BotScriptEvent): void;
  /**
   * Every API call carries the answer, but a repeated call carries it only once.
   * @param call identifies the call and its arguments
   * @returns `null` if the call carries no answer
   */
  attachTo(call: string): Attestation | null;
  /** The page removes the script. */
  dispose(): void;
}

export interface BotDetectionDeps {
  /** Absolute URL. */
  script: string;
  clock: Clock;
  postNews(news: News): void;
  logToProvider: ProviderLog['log'];
}

export function createBotDetection({
  script,
  clock,
  postNews,
  logToProvider,
}: BotDetectionDeps): BotDetection {
  const attached = createAttachCache();
  let state: BotState = botState.init;
  let answer: string | null = null;
  let startMs = 0;
  let cancelTimer = () => {};

  function dispatch(event: BotEvent, detail: string): void {
    const next = nextBotState(state, event);
    if (next === state) return;
    const isUnderWay = state === botState.loading || state === botState.running;
    state = next;
    cancelTimer();
    if (state === botState.loading) {
      startMs = clock.now();
      postNews({ type: 'bot_detection', script });
      limit(probeLimits.botLoadTimeoutMs);
    } else if (state === botState.running) {
      limit(probeLimits.botRunTimeoutMs);
    } else {
      if (state === botState.ready) answer = detail;
      if (isUnderWay) {
        const tookMs = clock.now() - startMs;
        logToProvider('bot_detection', {
          state,
          event,
          tookMs,
          detail: detail.slice(0, providerLogLimits.messageMaxChars),
        });
      }
      // The script has done its work, or never will.
      postNews({ type: 'bot_detection', script: null });
    }
  }

  function limit(ms: number): void {
    cancelTimer = clock.setTimer(() => dispatch('timed_out', ''), ms);
  }

  return {
    start: () => dispatch('load', ''),
    receive(event) {
      const parsed = parseAs(botScriptEventShape, event);
      if (!parsed.success) {
        // For example an answer that exceeds the schema's limit.
        dispatch('failed', firstIssue(parsed.error.issues));
        return;
      }
      dispatch(parsed.data.type, parsed.data.detail);
    },
    attachTo(call) {
      if (answer === null) return null;
      return attached.add(call) ? { answer, release: () => attached.delete(call) } : null;
    },
    dispose() {
      answer = null;
      dispatch('dispose', '');
    },
  };
}
