import { realpath } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Result } from '../shared/result.ts';
import { err, ok } from '../shared/result.ts';
import { createViewerCommands } from './api/viewer-commands.ts';
import { readProviderConfig } from './embed/provider-config.ts';
import { createReadSignedIn } from './embed/signed-in.ts';
import { createStackResolver } from './errors/resolve-stack.ts';
import { createGuard } from './guard/create-guard.ts';
import { findSigningKey } from './guard/signing-key.js';
import { createStoreWatch } from './health/store-watch.ts';
import { watchWrites } from './health/watch-writes.ts';
import { isTrusted } from './http/client-address.ts';
import { createFileAnswers } from './http/file-answers.ts';
import { createConnectionLimit } from './http/limit-connections.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createRequestBudgets } from './http/request-budgets.ts';
import { openFilesMaxCount, shareDescriptors } from './http/share-descriptors.ts';
import { createTrustedProxies } from './http/trusted-proxies.ts';
import { createWaitingRequests } from './http/waiting-requests.ts';
import { openLibrary } from './library/open-library.ts';
import type { Library } from './library/scan-library.ts';
import { httpLimits } from './limits/http-limits.ts';
import type { OriginDeps } from './listen-origin.ts';
import { silentLog } from './log/create-log.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { measureStore } from './metrics/measure-store.ts';
import { readTemplates } from './read-templates.ts';
import { startDemo } from './start-demo.ts';
import { startEmbed } from './start-embed.ts';
import type { StartDeps, StartOptions } from './start-options.ts';
import { openStore } from './store/open-store.ts';
import { startMaintenance } from './store/start-maintenance.ts';
import { findAccess } from './telemetry/find-access.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface RunningServer {
  embedPort: number;
  demoPort: number;
  library: Library;
  /** Checks now whether the media directory has changed. */
  lookAtLibrary(): Promise<void>;
  /** The operator's token file, if the server made it. */
  tokenFile: string | null;
  /** The signing key's file, if the server made it. */
  signingKeyFile: string | null;
  /**
   * Reports that this server is about to stop, and keeps answering for this time: a balancer needs
   * some seconds to send requests elsewhere.
   */
  drain(waitMs: number): Promise<void>;
  /**
   * Stops listening, lets active requests finish, and closes the store.
   * @param graceMs after which connections that are still busy (a paused video's stream) are cut
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts both origins. If something fails, everything already opened is closed.
 * @param options directories must have been checked
 * @returns a failure whose message names cause and fix
 */
export async function startServer(
  options: StartOptions,
  deps: StartDeps,
): Promise<Result<RunningServer>> {
  const templates = await readTemplates(options);
  if (!templates.ok) return templates;
  const providerConfig = await readProviderConfig(options.pageConfigFile);
  if (!providerConfig.ok) return providerConfig;
  const access = findAccess(options);
  if (!access.ok) return access;
  await using opened = new AsyncDisposableStack();
  const openedStore = await openStore(options, deps.tell, deps.now);
  if (!openedStore.ok) return openedStore;
  const metrics = createMetrics();
  const measured = measureStore(openedStore.value, metrics);
  opened.defer(() => measured.close());
  const storeWatch = createStoreWatch(measured, deps);
  const store = watchWrites(measured, storeWatch.noteWrite);
  metrics.watchStore(storeWatch);
  const { library, whenRead, ...openedLibrary } = openLibrary(options.mediaDir, {
    signsAll: options.signsAll,
    onChange: deps.onLibraryChange ?? (() => {}),
    ...(deps.onLibraryProgress && { onProgress: deps.onLibraryProgress }),
    signal: deps.signal,
  });
  opened.defer(openedLibrary.stop);
  // Callers that await `whenRead` get its failure; this only avoids an unhandled rejection.
  whenRead.catch(() => {});
  const key = findSigningKey(options);
  if (!key.ok) return key;

  const pageDir = await realpath(options.pageDir);
  let isDraining = false;
  const trustedProxies = createTrustedProxies(options.trustedProxies);
  const shares = shareDescriptors(deps.openFilesMaxCount ?? openFilesMaxCount());
  const origin: OriginDeps = {
    store,
    metrics,
    library,
    whenRead,
    access: access.value,
    viewerCommands: createViewerCommands({ signingKey: key.value.secret, now: deps.now }),
    guard: createGuard({ ...options, library, signingKey: key.value.secret, now: deps.now }),
    readSignedIn: createReadSignedIn(key.value.secret),
    resolveStack: createStackResolver(pageDir),
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
    isDraining: () => isDraining,
    now: deps.now,
    // Telemetry also works without a built dashboard.
    dashboardDir: await realpath(options.dashboardDir).catch(() => options.dashboardDir),
    reportError: deps.reportError,
    log: deps.log ?? silentLog,
    hasAccessLog: options.hasAccessLog,
    ...(deps.serveModules && { serveModules: deps.serveModules }),
  };
  let { demoPort } = options;
  const embed = await startEmbed(options, {
    ...origin,
    template: templates.value.page,
    providerConfig: providerConfig.value,
    pageDir,
    storeWatch,
    demoPort: () => demoPort,
  });
  if (!embed.ok) return embed;
  opened.defer(() => embed.value.stop(0));
  const embedPort = embed.value.port;
  const demo = await startDemo(options, { ...origin, templates: templates.value.demo, embedPort });
  if (!demo.ok) return demo;
  demoPort = demo.value.port;

  if (
    (await unlessAborted(
      whenRead.then(() => true),
      deps.signal,
    )) === null
  )
    return err('STOPPED', 'The server was stopped while starting.');
  const stopMaintenance = startMaintenance({
    ...deps,
    store,
    keepDays: options.keepDays,
    trustDateMs: options.trustDateMs,
    log: origin.log,
  });
  // The server runs: from now on `stop` closes everything.
  opened.move();
  return ok({
    embedPort,
    demoPort,
    library,
    lookAtLibrary: openedLibrary.look,
    tokenFile: access.value.tokenFile,
    signingKeyFile: key.value.file,
    async drain(waitMs) {
      isDraining = true;
      if (waitMs > 0) await setTimeout(waitMs);
    },
    async stop(graceMs) {
      isDraining = true;
      openedLibrary.stop();
      const maintained = stopMaintenance();
      await Promise.all([embed.value, demo.value].map((listener) => listener.stop(graceMs)));
      await maintained;
      await store.close();
    },
  });
}
