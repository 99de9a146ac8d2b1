import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Hono } from 'hono';
import type { Result } from '../../shared/tools/result.ts';
import type { Guard } from '../access/guard/create-guard.ts';
import type { ViewerCommands } from '../api/viewer-commands.ts';
import { addressBehind, isTrusted } from '../http/client-address.ts';
import { clientNetwork } from '../http/client-network.ts';
import { createRequestListener } from '../http/create-request-listener.ts';
import type { LimitConnections } from '../http/fairness/limit-connections.ts';
import type { RequestBudgets } from '../http/fairness/request-budgets.ts';
import type { WaitingRequests } from '../http/fairness/waiting-requests.ts';
import type { FileAnswers } from '../http/files/file-answers.ts';
import type { Listener } from '../http/listen.ts';
import { listen } from '../http/listen.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { Library } from '../library/scan-library.ts';
import type { ObserveDeps } from '../operator/log/observe-requests.ts';
import type { TelemetryDeps } from '../operator/telemetry/telemetry-routes.ts';
import type { ReadSignedIn } from '../pages/embed/signed-in.ts';
import type { StartDeps } from './start-options.ts';

/** Dependencies that both origins share. */
export interface OriginDeps extends TelemetryDeps, ObserveDeps, Pick<StartDeps, 'serveModules'> {
  library: Library;
  /** Settles after the first reading of the library. */
  whenRead: Promise<void>;
  guard: Guard;
  viewerCommands: ViewerCommands;
  /** Distinguishes the accounts that the operator's proxy signs in. */
  readSignedIn: ReadSignedIn;
  /** Counts the requests of each client, over both origins. */
  requests: RequestBudgets;
  trustedProxies: BlockList;
  /** Counts the files that are being sent. */
  files: FileAnswers;
  limitConnections: LimitConnections;
  /** Counts pipelined requests. */
  waiting: WaitingRequests;
  /** Whether the server is shutting down. */
  isDraining: () => boolean;
}

export interface OriginPlace {
  host: string;
  port: number;
  /** Error messages suggest changing this option. */
  portOption: string;
}

/** Starts to answer the requests of one origin. */
export function listenOrigin(
  app: Hono<ServerEnv>,
  place: OriginPlace,
  deps: Pick<
    OriginDeps,
    'trustedProxies' | 'isDraining' | 'files' | 'limitConnections' | 'waiting'
  >,
): Promise<Result<Listener>> {
  const { trustedProxies, isDraining, files, limitConnections, waiting } = deps;
  const clientOf = ({ socket, headers }: IncomingMessage) =>
    clientNetwork(
      addressBehind(
        trustedProxies,
        socket.remoteAddress ?? '',
        headers['x-forwarded-for']?.toString(),
      ),
    );
  return listen(createRequestListener(app, trustedProxies, isDraining, files), {
    ...place,
    clientOf,
    limitConnections,
    waiting,
    isProxy: (address) => isTrusted(trustedProxies, address),
  });
}
