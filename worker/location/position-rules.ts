import { positionLimits } from '../../shared/later-limits.ts';
import type { PlayerResponse } from '../../shared/player-response.ts';
import type { PositionReport, PositionRequest } from '../../shared/position.ts';
import type { VideoAnswer } from '../../shared/rpc.ts';

/** How the browser is asked (specification §9). */
export function positionRequest(isMobile: boolean): PositionRequest {
  const { timeoutMs, mobileTimeoutMs } = positionLimits;
  return { timeoutMs: isMobile ? mobileTimeoutMs : timeoutMs, isHighAccuracy: isMobile };
}

/**
 * What the page does with a reply of the `player` interface: asks for the position if the video needs it and nobody has asked
 * yet, else shows the error that is named after what came of asking (`auth.location.denied`, …).
 */
export function answerVideo(
  response: PlayerResponse,
  report: PositionReport | undefined,
  isMobile: boolean,
): VideoAnswer {
  if (!response.playabilityStatus.needsLocation) return response;
  if (report === undefined) return { ...response, positionRequest: positionRequest(isMobile) };
  const errorCode = `auth.location.${report.outcome}`;
  return { ...response, playabilityStatus: { status: 'UNPLAYABLE', errorCode } };
}
