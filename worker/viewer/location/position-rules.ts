import { positionLimits } from '../../../shared/limits/position-limits.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import type { VideoAnswer } from '../../../shared/rpc/rpc.ts';
import type { PositionReport, PositionRequest } from '../../../shared/wire/position.ts';

/** How to ask the browser for a position (specification §9). */
export function positionRequest(isMobile: boolean): PositionRequest {
  return {
    timeoutMs: isMobile ? positionLimits.mobileTimeoutMs : positionLimits.timeoutMs,
    isHighAccuracy: isMobile,
  };
}

/**
 * Decides the page's next step after a reply of the `player` interface. If the video needs a
 * position and the page has not asked yet, ask. If it has, show the error named after the outcome
 * (`auth.location.denied`, …).
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
