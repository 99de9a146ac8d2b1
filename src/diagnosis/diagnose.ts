import type { ConfigProblem } from '../../shared/page/page-config.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { ConfigState } from '../../shared/rpc/rpc.ts';
import type { PerformanceReport } from '../../shared/telemetry/performance-report.ts';
import type { DatabaseError } from '../../shared/tools/database-error.ts';
import type { Failure } from '../../shared/tools/result.ts';
import { version } from '../boot/version.ts';
import type { HostDiagnosis } from '../bridge/host-protocols.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import type { MeasureDeps } from '../telemetry/performance/measure-page.ts';
import type { Denial } from './denied/denial.ts';

/**
 * The player's status, for the debug panel, for `onDiagnose` and for developers inspecting the
 * frame. Plain data.
 */
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
  /** Where the services run and keep their queue; `null` before they start. */
  services: {
    place: string | null;
    queue: string | null;
    queueDenied: Failure<DatabaseError> | null;
    /** Whether the embed's server answers, as far as the services know. */
    isOnline: boolean;
    /** Why the last attempt to send events failed; `null` if it succeeded. */
    sendingFailure: string | null;
    /** The viewer's consent. Nothing is sent or stored unless `granted`. */
    consent: Consent;
  };
  /** Parts of the page config and of the server's replies that were ignored, and why. */
  configProblems: readonly ConfigProblem[];
  /**
   * Features that are denied to the page or frame. The first diagnosis loads the script that checks
   * them; `null` until then.
   */
  denied: readonly Denial[] | null;
  /** The player's cost to its page; `null` until something measures. */
  performance: PerformanceReport | null;
  /**
   * The provider's configurations from earlier replies, and their age; `null` until the services
   * report them.
   */
  configs: readonly ConfigState[] | null;
  /** The loss equation: `created = delivered + queued + dropped`. */
  loss: LossAccounting;
}

/** Reads the player's status. */
export interface Diagnose {
  now(host: HostDiagnosis): Diagnosis;
  /** Also loads `denied` first. */
  whole(host: HostDiagnosis): Promise<Diagnosis>;
}

export interface DiagnoseDeps {
  store: PlayerStore;
  services: ServicesClient;
  problems: ConfigProblem[];
  later: MeasureDeps['later'];
}

export function createDiagnose({ store, services, problems, later }: DiagnoseDeps): Diagnose {
  let readLater: (() => Pick<Diagnosis, 'denied' | 'performance' | 'configs'>) | null = null;
  let isLoaded = false;

  /** Retried on every call until the script loads. */
  async function loadDenied(): Promise<void> {
    if (isLoaded) return;
    try {
      const { startDenied } = await import('./denied/start-denied.ts');
      readLater = await startDenied({ store, services, later });
      isLoaded = true;
    } catch (error) {
      // For example, the tab is older than the server's build.
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
