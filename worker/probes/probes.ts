import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import type { BotScriptEvent } from '../../shared/wire/bot-detection.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { type AdStatus, probeAdStatus } from './ad-status.ts';
import { createBotDetection } from './bot-detection.ts';
import type { FindingsFor } from './findings.ts';
import { readProbeSettings } from './probe-settings.ts';

/** The operator's probes of the viewer's browser. */
export interface Probes {
  takeBotEvent(event: BotScriptEvent): void;
  /** Whether the ads provider's script loaded in the page. */
  takeAdScript(hasCome: boolean): void;
  findingsFor: FindingsFor;
  dispose(): void;
}

export interface ProbesDeps {
  fetch: typeof fetch;
  clock: Clock;
  /** Origin of the embed page. */
  origin: string;
  /** From the page config, not yet checked. */
  probes?: unknown;
  tellPage(news: News): void;
  tellProvider: ProviderLog['log'];
}

/** Starts at once, with the providers that the page config names. */
export function startProbes(deps: ProbesDeps): Probes {
  const { clock, tellPage, tellProvider } = deps;
  const disposal = new AbortController();
  const { settings, problems } = readProbeSettings(deps.probes, deps.origin);
  for (const { field, message } of problems)
    tellProvider('probe_settings_malformed', {
      message: `${field}: ${message}`.slice(0, providerLogLimits.messageMaxChars),
    });
  let adStatus: AdStatus | null = null;
  let takeAdScript = (_hasCome: boolean) => {};

  function preload(script: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      takeAdScript = resolve;
      signal.addEventListener('abort', () => {
        tellPage({ type: 'ad_status', script: null });
        reject(signal.reason);
      });
      tellPage({ type: 'ad_status', script });
    });
  }

  async function probeAds(url: string): Promise<void> {
    const startMs = clock.now();
    const found = await probeAdStatus({ ...deps, preload, url, signal: disposal.signal });
    if (disposal.signal.aborted) return;
    adStatus = found;
    tellProvider('ad_status', { dclkstat: found, tookMs: clock.now() - startMs });
  }

  const { botDetection: script, adStatus: adUrl } = settings;
  const bots = script === null ? null : createBotDetection({ ...deps, script });
  bots?.start();
  if (adUrl !== null) void probeAds(adUrl);
  return {
    takeBotEvent: (event) => bots?.take(event),
    takeAdScript: (hasCome) => takeAdScript(hasCome),
    findingsFor: (call) => ({ adStatus, attestation: bots?.attachTo(call) ?? null }),
    dispose() {
      disposal.abort();
      bots?.dispose();
    },
  };
}
