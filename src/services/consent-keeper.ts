import type { Consent } from '../../shared/rpc/consent.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { ServicesConfig } from '../../shared/rpc/rpc.ts';
import type { PageEvents } from './page-events.ts';
import type { RunningServices, Supervisor } from './supervisor.ts';

/** Keeps the consent of the running services the same as the page's. */
export interface ConsentKeeper {
  /** Call when services have started. */
  greet(running: RunningServices): void;
  set(consent: Consent): void;
}

export interface ConsentKeeperDeps {
  /** Holds the page's consent; `set` changes it. */
  config: ServicesConfig;
  supervisor: Supervisor;
  events: PageEvents;
  /** Called when running services have the page's consent. */
  onAgreed(running: RunningServices): void;
  onNews(news: News): void;
}

export function createConsentKeeper({
  config,
  supervisor,
  events,
  onAgreed,
  onNews,
}: ConsentKeeperDeps): ConsentKeeper {
  async function sendConsent(running: RunningServices): Promise<void> {
    const { consent } = config;
    const answer = await running.life.call((services) => services.setConsent(consent));
    // If the services died, their successors get the consent at start. If the consent changed
    // again, a newer call handles it.
    if (!answer.ok || !answer.value.ok || consent !== config.consent) return;
    running.info = answer.value.value;
    onAgreed(running);
    onNews({ type: 'consent', consent });
  }

  return {
    greet(running) {
      if (running.info.consent === config.consent) onAgreed(running);
      else void sendConsent(running);
    },
    set(consent) {
      if (consent === config.consent) return;
      events.handOver();
      config.consent = consent;
      const running = supervisor.current();
      if (running !== null) void sendConsent(running);
      else if (consent === 'refused') events.giveUp();
    },
  };
}
