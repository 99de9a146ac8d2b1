import { connectivityLimits } from '../../shared/services-limits.ts';

export interface HeadServerDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Of the embed page. */
  origin: string;
}

/** The connectivity check of specification §7, `HEAD /generate_204`. @returns the status; 0 for a redirection */
export function createHeadServer({ fetch, timeoutSignal, origin }: HeadServerDeps): () => Promise<number> {
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
