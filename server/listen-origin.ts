import type { BlockList } from 'node:net';
import type { Hono } from 'hono';
import type { Result } from '../shared/result.ts';
import type { Guard } from './guard/create-guard.ts';
import { isTrusted } from './http/client-address.ts';
import { createRequestListener } from './http/create-request-listener.ts';
import type { Listener } from './http/listen.ts';
import { listen } from './http/listen.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { ServerEnv } from './http/server-env.ts';
import type { Library } from './library/scan-library.ts';
import type { ObserveDeps } from './log/observe-requests.ts';
import type { TelemetryDeps } from './telemetry/telemetry-routes.ts';

/** What both origins share. */
export interface OriginDeps extends TelemetryDeps, ObserveDeps {
  library: Library;
  guard: Guard;
  /** Counts the requests of each client, whichever origin they go to. */
  requests: RateLimit;
  trustedProxies: BlockList;
  /** Whether the server was told to stop. */
  isDraining: () => boolean;
}

export interface OriginPlace {
  host: string;
  port: number;
  /** The option that messages tell the user to change. */
  portOption: string;
}

/** Answers the requests of one origin. */
export function listenOrigin(
  app: Hono<ServerEnv>,
  place: OriginPlace,
  { trustedProxies, isDraining }: Pick<OriginDeps, 'trustedProxies' | 'isDraining'>,
): Promise<Result<Listener>> {
  return listen(createRequestListener(app, trustedProxies, isDraining), {
    ...place,
    isProxy: (address) => isTrusted(trustedProxies, address),
  });
}
