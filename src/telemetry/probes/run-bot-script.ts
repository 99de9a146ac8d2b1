import { probeLimits } from '../../../shared/limits/probe-limits.ts';
import type { BotScriptEvent } from '../../../shared/wire/bot-detection.ts';
import { whenIdle } from '../../page/lifecycle/when-idle.ts';
import { trustedScriptUrl } from '../../services/worker-parts/trusted-script-url.ts';

declare global {
  interface Window {
    /** Set by a bot detection script: a function that returns its findings as a JSON value. */
    offstageBotDetection?: unknown;
  }
}

export type ReportBotEvent = (type: BotScriptEvent['type'], detail?: string) => void;

/** Loads and runs a bot detection script. @param signal removes the script at any time */
export function runBotScript(url: string, report: ReportBotEvent, signal: AbortSignal): void {
  const script = document.createElement('script');
  script.src = trustedScriptUrl(url);
  script.referrerPolicy = 'no-referrer';
  script.fetchPriority = 'low';
  script.addEventListener('error', () => report('script_failed'), { signal });
  script.addEventListener('load', () => void run(report, signal), { signal });
  signal.addEventListener('abort', () => {
    script.remove();
    delete window.offstageBotDetection;
  });
  document.head.append(script);
}

async function run(report: ReportBotEvent, signal: AbortSignal): Promise<void> {
  const detect = window.offstageBotDetection;
  // A script with a syntax error also fires `load`; the page reports the error.
  if (typeof detect !== 'function') return report('js_failed');
  report('started');
  // BotD blocks the main thread for some hundredths of a second.
  await whenIdle();
  if (signal.aborted) return;
  try {
    const answer = JSON.stringify(await detect()) ?? 'null';
    if (!signal.aborted) report('answered', answer);
  } catch (error) {
    if (!signal.aborted) report('failed', String(error).slice(0, probeLimits.botErrorMaxChars));
  }
}
