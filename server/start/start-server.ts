import { realpath } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { findSigningKey } from '../access/guard/signing-key.js';
import { startExperiments } from '../experiments/start-experiments.ts';
import { unlessAborted } from '../http/unless-aborted.ts';
import { openLibrary } from '../library/open-library.ts';
import type { Library } from '../library/scan-library.ts';
import { silentLog } from '../operator/log/create-log.ts';
import { createMetrics } from '../operator/metrics/create-metrics.ts';
import { startFolding } from '../store/reports/sums/start-folding.ts';
import { startMaintenance } from '../store/start-maintenance.ts';
import { startWebhooks } from '../webhooks/start-webhooks.ts';
import { createOriginDeps } from './create-origin-deps.ts';
import { readGiven } from './read-given.ts';
import { startDemo } from './start-demo.ts';
import { startDimensions } from './start-dimensions.ts';
import { startEmbed } from './start-embed.ts';
import type { StartDeps, StartOptions } from './start-options.ts';
import { startStores } from './start-stores.ts';

export interface RunningServer {
  embedPort: number;
  demoPort: number;
  library: Library;
  /** Checks now whether the media directory has changed. */
  rescanLibrary(): Promise<void>;
  /** The operator's token file in the data directory, if its token is used. */
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
  const given = await readGiven(options, deps.warn);
  if (!given.ok) return given;
  const { build, otherBuilds, demo: demoTemplates, providerConfig, declared, access } = given.value;
  await using opened = new AsyncDisposableStack();
  const metrics = deps.metrics ?? createMetrics();
  const stores = await startStores(options, { ...deps, metrics });
  if (!stores.ok) return stores;
  const { store, storeWatch, canSpool } = stores.value;
  metrics.watchStore(storeWatch);
  opened.defer(() => store.close());
  const { library, whenRead, ...openedLibrary } = openLibrary(options.mediaDir, {
    signsAll: options.signsAll,
    onChange: deps.onLibraryChange ?? (() => {}),
    ...(deps.onVideosChange && { onVideosChange: deps.onVideosChange }),
    ...(deps.onLibraryProgress && { onProgress: deps.onLibraryProgress }),
    signal: deps.signal,
  });
  opened.defer(openedLibrary.stop);
  // Callers that await `whenRead` get its failure; this only avoids an unhandled rejection.
  whenRead.catch(() => {});
  const used = { ...deps, store, storeWatch, library, whenRead, metrics };
  const dimensions = await startDimensions(options.dimensions, used);
  if (!dimensions.ok) return dimensions;
  opened.defer(dimensions.value.stop);
  const webhooks = startWebhooks(options, used);
  if (!webhooks.ok) return webhooks;
  opened.defer(() => webhooks.value?.stop());
  const experiments = startExperiments(declared, options.retreats, {
    ...used,
    log: deps.log ?? silentLog,
    noteEnd: (key, news) => webhooks.value?.outbox.addOnce(`experiment ${key}`, news),
    random: Math.random,
  });
  opened.defer(experiments.stop);
  const key = findSigningKey(options);
  if (!key.ok) return key;

  let isDraining = false;
  const origin = createOriginDeps(options, deps, {
    store,
    metrics,
    library,
    whenRead,
    access,
    signingKey: key.value.secret,
    pageDirs: [build, ...otherBuilds].map(({ pageDir }) => pageDir),
    // Telemetry also works without a built dashboard.
    dashboardDir: await realpath(options.dashboardDir).catch(() => options.dashboardDir),
    isDraining: () => isDraining,
    outbox: webhooks.value?.outbox ?? null,
    experiments,
    dimensionNames: dimensions.value.names,
  });
  let { demoPort } = options;
  const embed = await startEmbed(options, {
    ...origin,
    build,
    otherBuilds,
    providerConfig,
    storeWatch,
    canSpool,
    demoPort: () => demoPort,
    countryOf: given.value.geoip.countryOf,
  });
  if (!embed.ok) return embed;
  opened.defer(() => embed.value.stop(0));
  const embedPort = embed.value.port;
  const demo = await startDemo(options, { ...origin, templates: demoTemplates, embedPort });
  if (!demo.ok) return demo;
  demoPort = demo.value.port;

  const read = whenRead.then(() => true);
  if ((await unlessAborted(read, deps.signal)) === null)
    return err('STOPPED', 'The server was stopped while starting.');
  const { keepDays, trustDateMs } = options;
  const stops = [
    startMaintenance({ ...deps, store, keepDays, trustDateMs, log: origin.log }),
    startFolding(store, deps.reportError),
    given.value.geoip.start(deps.reportError),
    dimensions.value.stop,
  ];
  // The server runs: from now on `stop` closes everything.
  opened.move();
  return ok({
    embedPort,
    demoPort,
    library,
    rescanLibrary: openedLibrary.rescan,
    tokenFile: access.tokenFile,
    signingKeyFile: key.value.file,
    async drain(waitMs) {
      isDraining = true;
      if (waitMs > 0) await setTimeout(waitMs);
    },
    async stop(graceMs) {
      isDraining = true;
      openedLibrary.stop();
      const maintained = Promise.all(stops.map((stop) => stop()));
      await Promise.all([embed.value, demo.value].map((listener) => listener.stop(graceMs)));
      await maintained;
      // Both use the store.
      await experiments.stop();
      await webhooks.value?.stop();
      await deps.beforeStoreCloses?.();
      await store.close();
    },
  });
}
