import type { News } from '../../shared/rpc/news.ts';
import type { ServicesConfig } from '../../shared/rpc/rpc.ts';
import type { Probes } from '../probes/probes.ts';
import type { PageErrors } from '../reports/errors/page-errors.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import { startCleanup } from '../storage/cleanup/start-cleanup.ts';
import type { CleanupTurnDeps } from '../storage/cleanup/take-turn.ts';
import type { Visitor } from '../viewer/visitor/create-visitor.ts';
import type { Platform } from './platform.ts';

/** Background work that needs the viewer's consent: errors, visitor id, probes and clean-up. */
export interface ConsentWork {
  begin(): void;
  end(): void;
  /** A video has started to play, so probes may start. */
  probeLater(): void;
  /** `null` while nothing is probed. */
  readonly probes: Probes | null;
}

export interface ConsentWorkDeps extends Omit<CleanupTurnDeps, 'signal' | keyof Platform> {
  world: Platform & ServicesConfig;
  errors: PageErrors;
  visitor: Visitor;
  /** Whether anything may outlive the page. */
  canStore(): boolean;
  logToProvider: ProviderLog['log'];
  postNews(news: News): void;
}

export function createConsentWork(deps: ConsentWorkDeps): ConsentWork {
  const { world, errors, visitor } = deps;
  /** Ends the work; `null` while there is none. */
  let granted: AbortController | null = null;
  let hasPlayed = false;
  let probes: Probes | null = null;

  /** Probes once a video plays, if the operator enables it. */
  async function probe(): Promise<void> {
    const isAllowed = world.isTelemetryOn && !world.isPrivate;
    if (probes !== null || granted === null || !hasPlayed || !isAllowed) return;
    const { signal } = granted;
    const { startProbes } = await import('../probes/probes.ts');
    if (!signal.aborted) probes ??= startProbes(deps);
  }

  /** If the script fails to load, nothing is probed. */
  const tryProbe = () => void probe().catch(() => undefined);

  return {
    begin() {
      if (granted !== null) return;
      granted = new AbortController();
      errors.begin();
      visitor.begin();
      tryProbe();
      // Without an origin nothing outlives the page, and Chromium reports the database query as an
      // error that cannot be caught.
      if (!deps.canStore()) return;
      void errors.sendKept();
      startCleanup({ ...world, ...deps, signal: granted.signal });
    },
    end() {
      granted?.abort();
      granted = null;
      visitor.ids.stop();
      probes?.dispose();
      probes = null;
    },
    probeLater() {
      hasPlayed = true;
      tryProbe();
    },
    get probes() {
      return probes;
    },
  };
}
