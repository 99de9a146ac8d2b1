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
  receiveBotEvent(event: BotScriptEvent): void;
  /** Whether the ads provider's script loaded in the page. */
  receiveAdScript(hasLoaded: boolean): void;
  findingsFor: FindingsFor;
  dispose(): void;
}

export interface ProbesDeps {
  world: {
    fetch: typeof fetch;
    clock: Clock;
    /** Origin of the embed page. */
    origin: string;
    /** From the page config, not yet checked. */
    probes?: unknown;
  };
  postNews(news: News): void;
  logToProvider: ProviderLog['log'];
}

/** Starts at once, with the providers that the page config names. */
export function startProbes({ world, postNews, logToProvider }: ProbesDeps): Probes {
  const { fetch, clock } = world;
  const disposal = new AbortController();
  const { settings, problems } = readProbeSettings(world.probes, world.origin);
  for (const { field, message } of problems)
    logToProvider('probe_settings_malformed', {
      message: `${field}: ${message}`.slice(0, providerLogLimits.messageMaxChars),
    });
  let adStatus: AdStatus | null = null;
  let receiveAdScript = (_hasLoaded: boolean) => {};

  function preload(script: string, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      receiveAdScript = resolve;
      signal.addEventListener('abort', () => {
        postNews({ type: 'ad_status', script: null });
        reject(signal.reason);
      });
      postNews({ type: 'ad_status', script });
    });
  }

  async function probeAds(url: string): Promise<void> {
    const startMs = clock.now();
    const found = await probeAdStatus({ fetch, clock, preload, url, signal: disposal.signal });
    if (disposal.signal.aborted) return;
    adStatus = found;
    logToProvider('ad_status', { dclkstat: found, tookMs: clock.now() - startMs });
  }

  const { botDetection: script, adStatus: adUrl } = settings;
  const bots =
    script === null ? null : createBotDetection({ script, clock, postNews, logToProvider });
  bots?.start();
  if (adUrl !== null) void probeAds(adUrl);
  return {
    receiveBotEvent: (event) => bots?.receive(event),
    receiveAdScript: (hasLoaded) => receiveAdScript(hasLoaded),
    findingsFor: (call) => ({ adStatus, attestation: bots?.attachTo(call) ?? null }),
    dispose() {
      disposal.abort();
      bots?.dispose();
    },
  };
}
