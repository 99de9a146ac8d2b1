import type * as z from 'zod/mini';
import { visitorLimits } from '../../../shared/limits/visitor-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { err, type Failure, ok, type Result } from '../../../shared/tools/result.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import type { DataStore } from '../../storage/data/data-store.ts';
import type { visitorRowSchema } from '../../storage/data/kept-schemas.ts';
import { failedMsShape } from '../../storage/data/shapes/failed-ms.ts';
import { visitorRowShape } from '../../storage/data/shapes/visitor-row.ts';
import type { FetchVisitorId } from './fetch-visitor-id.ts';
import { type RunLockedDeps, runLocked, type VisitorIdFailure } from './run-locked.ts';

/**
 * Distinguishes viewers without naming them: an id from the server, stored for all pages of the
 * origin, renewed every 30 min.
 */
export interface VisitorIds {
  /**
   * Does not use the network.
   * @returns `null` if there is no id, or none is allowed
   */
  current(): Promise<string | null>;
  /** Fetches an id if there is none. */
  get(): Promise<Result<string, VisitorIdFailure>>;
  /** Gets an id now and keeps it fresh. Called again when the rules may have changed. */
  start(): void;
  stop(): void;
}

export interface VisitorIdsDeps extends RunLockedDeps {
  data: Pick<DataStore, 'get' | 'set'>;
  fetchId: FetchVisitorId;
  clock: Clock;
  /** The id in use from now on; `null` for none. */
  onChange(visitorId: string | null): void;
  /** Why there is no id now: a fetch failed, or none is allowed. `null`: there is an id. */
  onFailure(failure: Failure<VisitorIdFailure> | null): void;
}

const key = 'visitor/id';
/** When a fetch last failed, in any page. */
const failedKey = 'visitor/failed';
const waiting = err(
  'WAITING',
  'The server has just failed to give a visitor id; it is asked again later.',
);

export function createVisitorIds(deps: VisitorIdsDeps): VisitorIds {
  const { data, fetchId, clock, refusal, onChange, onFailure } = deps;
  let fetching: Promise<Result<string, VisitorIdFailure>> | null = null;
  let retriesLeft: number = visitorLimits.retryCount;
  let notBeforeMs = 0;
  let cancelTimer: (() => void) | null = null;
  let isStopped = true;

  async function kept(): Promise<z.infer<typeof visitorRowSchema> | null> {
    const row = parseAs(visitorRowShape, await data.get(key));
    return row.success ? row.data : null;
  }

  /** An id from the future is not fresh either: the clock was set back since. */
  function isFresh(fetchedMs: number): boolean {
    return Math.abs(clock.now() - fetchedMs) < visitorLimits.refreshMs;
  }

  /** @returns milliseconds to the next attempt; 0 or less if it is due */
  async function waitMs(): Promise<number> {
    const failedMs = parseAs(failedMsShape, await data.get(failedKey));
    const sinceMs = failedMs.success ? clock.now() - failedMs.data : visitorLimits.retryMs;
    // A negative time: the failure was stored before the clock was set back.
    return sinceMs < 0 ? 0 : visitorLimits.retryMs - sinceMs;
  }

  function retryIn(ms: number): void {
    notBeforeMs = clock.now() + ms;
    if (retriesLeft-- > 0) runIn(ms);
  }

  /** The second page to hold the lock finds what the first fetched, or that it failed. */
  async function renew(): Promise<Result<string, VisitorIdFailure>> {
    const row = await kept();
    if (row !== null && isFresh(row.fetchedMs)) return use(row.visitorId, row.fetchedMs);
    const leftMs = await waitMs();
    if (leftMs > 0) {
      retryIn(leftMs);
      onFailure(waiting.error);
      return waiting;
    }
    const fetched = await fetchId(row?.visitorId ?? null);
    // The viewer may have changed their mind meanwhile.
    const refused = refusal();
    if (refused !== null) return refused;
    if (!fetched.ok) {
      onFailure(fetched.error);
      await data.set(failedKey, clock.now(), visitorLimits.retryMs);
      retryIn(visitorLimits.retryMs);
      return fetched;
    }
    const fetchedMs = clock.now();
    await data.set(key, { visitorId: fetched.value, fetchedMs }, visitorLimits.lifeMs);
    return use(fetched.value, fetchedMs);
  }

  function use(visitorId: string, fetchedMs: number): Result<string, never> {
    retriesLeft = visitorLimits.retryCount;
    notBeforeMs = 0;
    onChange(visitorId);
    onFailure(null);
    runIn(Math.max(0, visitorLimits.refreshMs - Math.abs(clock.now() - fetchedMs)));
    return ok(visitorId);
  }

  function runIn(ms: number): void {
    cancelTimer?.();
    if (!isStopped) cancelTimer = clock.setTimer(() => void run(), ms);
  }

  function run(): Promise<Result<string, VisitorIdFailure>> {
    fetching ??= runLocked(deps, renew).finally(() => {
      fetching = null;
    });
    return fetching;
  }

  return {
    async current() {
      if (refusal() !== null) return null;
      const row = await kept();
      return row?.visitorId ?? null;
    },
    async get() {
      const refused = refusal();
      if (refused !== null) return refused;
      const row = await kept();
      if (row !== null) return ok(row.visitorId);
      // Repeated calls do not cause repeated requests.
      if (fetching === null && clock.now() < notBeforeMs) return waiting;
      return run();
    },
    start() {
      isStopped = false;
      const refused = refusal();
      if (refused === null) {
        void run();
      } else if (!refused.ok) {
        onChange(null);
        onFailure(refused.error);
      }
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
