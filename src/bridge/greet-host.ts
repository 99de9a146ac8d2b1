import { hostLimits } from '../../shared/limits/host-limits.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import type { ExplainedError } from '../parts/explain-error.ts';
import type { PlayerState } from '../player/state/player-state.ts';
import type { ReportHost } from '../telemetry/performance/report-host.ts';
import { captionsModuleInfo } from './captions-module.ts';
import type { HostEvent, SubscribableEvent } from './host-events.ts';
import type { PlayerInfo } from './player-info.ts';
import { sendError } from './send-error.ts';

/** A host that comes, or subscribes, after the player has begun. */
export interface LateHost extends ReportHost {
  clock: Clock;
  getState: () => PlayerState;
  readLoss: () => LossAccounting;
  measure: (host: ReportHost) => void;
  send(event: HostEvent, info: unknown, error?: ExplainedError): void;
}

/**
 * Answers a handshake.
 * @param info a full snapshot
 * @param early the subscriptions from before the handshake was answered
 * @returns cancels what is sent a little later
 */
export function greetHost(
  host: LateHost,
  info: PlayerInfo,
  early: Set<SubscribableEvent>,
): () => void {
  const state = host.getState();
  host.send('initialDelivery', info);
  if (state.captionTracks.length > 0) host.send('apiInfoDelivery', captionsModuleInfo(state));
  host.send('onReady', null);
  for (const name of early) notifyLateSubscriber(name, host);
  early.clear();
  const standing = state.error;
  if (standing === null) return () => {};
  // The error came before the handshake. It is sent once for several `listening` in quick
  // succession, and again to a client that greets later.
  return host.clock.setTimer(() => {
    if (standing === host.getState().error) sendError(host, standing);
  }, hostLimits.errorAfterReadyMs);
}

/** Repeats lasting states that were reported before the subscription. */
export function notifyLateSubscriber(name: SubscribableEvent, host: LateHost): void {
  const state = host.getState();
  if (name === 'onAutoplayBlocked' && state.isAutoplayBlocked) host.send(name, null);
  // Autoplay often starts before the handshake. Unstarted and cued are initial states and need no
  // event.
  if (name === 'onStateChange' && state.playback >= 0 && state.playback < 5)
    host.send(name, state.playback);
  if (name === 'onLossReport') host.send(name, host.readLoss());
  if (name === 'onPerformanceReport') host.measure(host);
}
