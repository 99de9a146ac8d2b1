import type { Consent } from '../shared/consent.ts';
import type { DatabaseError } from '../shared/database-error.ts';
import type { ConfigProblem } from '../shared/page-config.ts';
import type { PerformanceReport } from '../shared/performance-report.ts';
import type { Failure } from '../shared/result.ts';
import type { ConfigState, LossAccounting } from '../shared/rpc.ts';
import type { HostDiagnosis } from './bridge/host-protocols.ts';
import type { Denial } from './denied/denial.ts';
import type { PlayerStore } from './player/player-store.ts';
import type { ServicesClient } from './services/services-client.ts';
import { version } from './version.ts';

/** How this player is doing: for the debug panel, for `onDiagnose`, for whoever looks into the frame. Plain data. */
export interface Diagnosis {
  version: string;
  host: HostDiagnosis;
  player: {
    videoId: string;
    state: number;
    error: string | null;
    engine: string | null;
    isFramed: boolean;
  };
  /** Where the services run and keep their queue; `null` before they have started. */
  services: {
    place: string | null;
    queue: string | null;
    queueDenied: Failure<DatabaseError> | null;
    /** Whether the embed's server answers, as far as the services know. */
    isOnline: boolean;
    /** Why the last attempt to send events failed; `null` if it did not. */
    sendingFailure: string | null;
    /** What the viewer has said; without `granted` nothing is sent or stored. */
    consent: Consent;
  };
  /** What of the page config, and of the server's replies, the player does without, and why. */
  configProblems: readonly ConfigProblem[];
  /** What the page or frame does without. `null` until the script that finds it out has come, which the first to ask fetches. */
  denied: readonly Denial[] | null;
  /** What the player costs its page; `null` as long as nobody measures. */
  performance: PerformanceReport | null;
  /** The provider's configurations that earlier replies gave, and their age; `null` until the services have told of them. */
  configs: readonly ConfigState[] | null;
  /** The loss equation: `created = delivered + queued + dropped`. */
  loss: LossAccounting;
}

/** Reads how the player is doing. */
export interface Diagnose {
  now(host: HostDiagnosis): Diagnosis;
  /** With `denied`, once its script has come. */
  whole(host: HostDiagnosis): Promise<Diagnosis>;
}

export interface DiagnoseDeps {
  store: PlayerStore;
  services: ServicesClient;
  problems: ConfigProblem[];
}

export function createDiagnose({ store, services, problems }: DiagnoseDeps): Diagnose {
  let readLater: (() => Pick<Diagnosis, 'denied' | 'performance' | 'configs'>) | null = null;
  let isLoaded = false;

  /** Asked for again as long as it does not come. */
  async function loadDenied(): Promise<void> {
    if (isLoaded) return;
    try {
      const { startDenied } = await import('./denied/start-denied.ts');
      readLater = await startDenied({ store, services });
      isLoaded = true;
    } catch (error) {
      // As in a tab that is older than the server's build.
      readLater = () => ({
        denied: [
          { name: 'scripts', cause: `Reload the frame: a script could not be loaded. ${error}` },
        ],
        performance: null,
        configs: null,
      });
    }
  }

  function now(host: HostDiagnosis): Diagnosis {
    void loadDenied();
    const { videoId, playback, error, engine } = store.getState();
    return {
      version,
      host: { ...host, refusals: { ...host.refusals } },
      player: {
        videoId,
        state: playback,
        error: error?.name ?? null,
        engine,
        isFramed: window !== window.parent,
      },
      services: {
        place: services.where(),
        queue: services.info?.queue ?? null,
        queueDenied: services.info?.queueDenied ?? null,
        isOnline: services.isOnline,
        sendingFailure: services.sendingFailure,
        consent: services.config.consent,
      },
      configProblems: problems,
      ...(readLater?.() ?? { denied: null, performance: null, configs: null }),
      loss: services.accounting(),
    };
  }

  return {
    now,
    async whole(host) {
      await loadDenied();
      return now(host);
    },
  };
}
