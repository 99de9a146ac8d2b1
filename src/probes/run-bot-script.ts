import type { BotScriptEvent } from '../../shared/bot-detection.ts';
import { whenIdle } from '../lifecycle/when-idle.ts';
import { trustedScriptUrl } from '../trusted-script-url.ts';

declare global {
  interface Window {
    /** What a bot detection's script leaves: a function that answers what it has found out, as JSON can say it. */
    offstageBotDetection?: unknown;
  }
}

export type TellBotEvent = (type: BotScriptEvent['type'], said?: string) => void;

/** Loads the script of a bot detection and runs it. @param signal takes it away, whatever it is doing */
export function runBotScript(url: string, tell: TellBotEvent, signal: AbortSignal): void {
  const script = document.createElement('script');
  script.src = trustedScriptUrl(url);
  script.referrerPolicy = 'no-referrer';
  script.fetchPriority = 'low';
  script.addEventListener('error', () => tell('script_failed'), { signal });
  script.addEventListener('load', () => void run(tell, signal), { signal });
  signal.addEventListener('abort', () => {
    script.remove();
    delete window.offstageBotDetection;
  });
  document.head.append(script);
}

async function run(tell: TellBotEvent, signal: AbortSignal): Promise<void> {
  const detect = window.offstageBotDetection;
  // A script with a syntax error is told as an error of the page, and loads all the same.
  if (typeof detect !== 'function') return tell('js_failed');
  tell('started');
  // BotD takes some hundredths of a second of the main thread.
  await whenIdle();
  if (signal.aborted) return;
  try {
    const answer = JSON.stringify(await detect()) ?? 'null';
    if (!signal.aborted) tell('answered', answer);
  } catch (error) {
    if (!signal.aborted) tell('failed', String(error).slice(0, 250));
  }
}
