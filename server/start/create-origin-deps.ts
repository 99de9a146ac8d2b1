import { createGuard } from '../access/guard/create-guard.ts';
import { createViewerCommands } from '../api/viewer-commands.ts';
import { isTrusted } from '../http/client-address.ts';
import { createConnectionLimit } from '../http/fairness/limit-connections.ts';
import { createRateLimit } from '../http/fairness/rate-limit.ts';
import { createRequestBudgets } from '../http/fairness/request-budgets.ts';
import { openFilesMaxCount, shareDescriptors } from '../http/fairness/share-descriptors.ts';
import { createWaitingRequests } from '../http/fairness/waiting-requests.ts';
import { createFileAnswers } from '../http/files/file-answers.ts';
import { httpLimits } from '../http/http-limits.ts';
import { createTrustedProxies } from '../http/trusted-proxies.ts';
import { createStackResolver } from '../intake/errors/resolve-stack.ts';
import { silentLog } from '../operator/log/create-log.ts';
import { createReadSignedIn } from '../pages/embed/signed-in.ts';
import type { OriginDeps } from './listen-origin.ts';
import type { StartDeps, StartOptions } from './start-options.ts';

/** Opened or found before the server can answer. */
interface Opened
  extends Pick<
    OriginDeps,
    | 'store'
    | 'metrics'
    | 'library'
    | 'whenRead'
    | 'access'
    | 'dashboardDir'
    | 'isDraining'
    | 'outbox'
    | 'experiments'
    | 'dimensionNames'
  > {
  signingKey: string;
  /** Real paths of the built player pages. */
  pageDirs: readonly string[];
}

/** Both origins share these, so that their limits count together. */
export function createOriginDeps(
  options: StartOptions,
  deps: StartDeps,
  { signingKey, pageDirs, ...opened }: Opened,
): OriginDeps {
  const trustedProxies = createTrustedProxies(options.trustedProxies);
  const shares = shareDescriptors(deps.openFilesMaxCount ?? openFilesMaxCount());
  return {
    ...opened,
    viewerCommands: createViewerCommands({ signingKey, now: deps.now }),
    guard: createGuard({ ...options, library: opened.library, signingKey, now: deps.now }),
    readSignedIn: createReadSignedIn(signingKey),
    resolveStack: createStackResolver(pageDirs),
    wrongTokens: createRateLimit({
      perMinute: httpLimits.wrongTokensPerMinute.value,
      now: deps.now,
    }),
    requests: createRequestBudgets({ perMinute: options.rateLimit, now: deps.now }),
    trustedProxies,
    files: createFileAnswers({ now: () => performance.now(), maxCount: shares.files }),
    limitConnections: createConnectionLimit(
      (address) => isTrusted(trustedProxies, address),
      shares.connections,
    ),
    waiting: createWaitingRequests(),
    now: deps.now,
    reportError: deps.reportError,
    log: deps.log ?? silentLog,
    hasAccessLog: options.hasAccessLog,
    ...(deps.serveModules && { serveModules: deps.serveModules }),
  };
}
