import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';

export interface HeadServerDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Origin of the embed page. */
  origin: string;
}

/**
 * Asks whether the embed's server can be reached.
 * @param maxAgeMs maximum age of another document's failed check, in this origin, to use as the
 * answer
 * @returns the status; `nobody` for a redirect
 * @throws (rejects) when there is no answer
 */
export type HeadServer = (maxAgeMs: number) => Promise<number>;

export const nobody = 0;

/**
 * 204 is the expected answer (specification §7). An error also counts: the host may lack this path,
 * or be in trouble, which the intake will report. Any other success comes from another server, such
 * as the log-in page of a hotel's network.
 */
export function isOwnServer(status: number): boolean {
  return status === 204 || status >= 400;
}

/** The connectivity check of specification §7, `HEAD /generate_204`. */
export function createHeadServer({ fetch, timeoutSignal, origin }: HeadServerDeps): HeadServer {
  return async () => {
    const response = await fetch(new URL('/generate_204', origin), {
      method: 'HEAD',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      signal: timeoutSignal(connectivityLimits.timeoutMs),
    });
    return response.status;
  };
}
