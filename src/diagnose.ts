import type { Consent } from '../shared/consent.ts';
import type { DatabaseError } from '../shared/database-error.ts';
import type { ConfigProblem } from '../shared/page-config.ts';
import type { Failure } from '../shared/result.ts';
import type { LossAccounting } from '../shared/rpc.ts';
import type { HostDiagnosis } from './bridge/host-protocols.ts';
import type { PlayerStore } from './player/player-store.ts';
import type { ServicesClient } from './services/services-client.ts';
import { version } from './version.ts';

/** How this player is doing: for the debug panel, for `onDiagnose`, for whoever looks into the frame. Plain data. */
export interface Diagnosis {
  version: string;
  host: HostDiagnosis;
  player: { videoId: string; state: number; error: string | null; engine: string | null; isFramed: boolean };
  /** Where the services run and keep their queue; `null` before they have started. */
  services: {
    place: string | null;
    queue: string | null;
    queueDenied: Failure<DatabaseError> | null;
    /** Whether the embed's server answers, as far as the services know. */
    isOnline: boolean;
    /** What the viewer has said; without `granted` nothing is sent or stored. */
    consent: Consent;
  };
  /** What of the page config the player does without, and why. */
  configProblems: readonly ConfigProblem[];
  /** The loss equation: `created = delivered + queued + dropped`. */
  loss: LossAccounting;
}

export function diagnose(
  host: HostDiagnosis,
  { store, services, problems }: { store: PlayerStore; services: ServicesClient; problems: ConfigProblem[] },
): Diagnosis {
  const { videoId, playback, error, engine } = store.getState();
  return {
    version,
    host,
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
      consent: services.consent,
    },
    configProblems: problems,
    loss: services.accounting(),
  };
}
