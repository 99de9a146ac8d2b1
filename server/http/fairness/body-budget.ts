import { intakeCostLimits } from '../../intake/intake-limits.ts';
import { type BodyRoom, createFairRoom } from './fair-room.ts';
import { createFairSlots, type FairSlots } from './fair-slots.ts';
import { createFairTurns, type FairTurns } from './fair-turns.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/**
 * Limits the cost of request bodies: memory, decompression, time of the thread, and the bytes that
 * each client sends and stores per minute.
 */
export interface BodyBudget {
  /** @param client as named by `clientNetwork`; no client can use all of the room */
  roomFor(client: string): BodyRoom;
  unpacking: FairSlots;
  turns: FairTurns;
  /** Decompressed bytes per minute. */
  received: RateLimit;
  /** Bytes stored per minute. */
  stored: RateLimit;
}

export interface BodyBudgetOptions {
  /** Requests per minute and client; 0 for no limit. */
  rateLimit?: number;
  /** Milliseconds of any clock. */
  now: () => number;
  inFlightBytes?: number;
  inFlightClientBytes?: number;
}

export function createBodyBudget({
  rateLimit = 0,
  now,
  inFlightBytes = intakeCostLimits.inFlightBytes.value,
  inFlightClientBytes = intakeCostLimits.inFlightClientBytes.value,
}: BodyBudgetOptions): BodyBudget {
  const { receivedBytesPerRequest, storedBytesPerRequest, bytesPerMinuteFloor } = intakeCostLimits;
  const perMinute = (bytesPerRequest: number) =>
    rateLimit === 0 ? 0 : Math.max(bytesPerMinuteFloor.value, rateLimit * bytesPerRequest);
  const waiting = {
    clientMaxCount: intakeCostLimits.waitingClientCount.value,
    maxCount: intakeCostLimits.waitingCount.value,
  };

  return {
    roomFor: createFairRoom({ maxBytes: inFlightBytes, clientMaxBytes: inFlightClientBytes }),
    unpacking: createFairSlots({ count: intakeCostLimits.unpackingCount.value, ...waiting }),
    turns: createFairTurns({ turnBytes: intakeCostLimits.turnBytes.value, ...waiting }),
    received: createRateLimit({ perMinute: perMinute(receivedBytesPerRequest.value), now }),
    stored: createRateLimit({ perMinute: perMinute(storedBytesPerRequest.value), now }),
  };
}
