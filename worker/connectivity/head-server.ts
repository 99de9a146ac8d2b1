import { connectivityLimits } from '../../shared/services-limits.ts';

export interface HeadServerDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Of the embed page. */
  origin: string;
}

/**
 * Asks whether the embed's server is there.
 * @param maxAgeMs how old a failure may be that another document of the origin has just had, to be the answer
 * @returns the status; `nobody` for a redirection
 * @throws (rejects) when nobody answers
 */
export type HeadServer = (maxAgeMs: number) => Promise<number>;

export const nobody = 0;

/**
 * 204 is the answer (specification §7). Errors are answers too: a host without this path, or a server in trouble of which the
 * intake will tell more. Success of any other kind is somebody else's, such as the log-in page of a hotel's network.
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
