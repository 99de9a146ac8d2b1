import { realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { Hono } from 'hono';
import type { Result } from '../shared/result.ts';
import { err, ok } from '../shared/result.ts';
import { createEmbedApp } from './create-embed-app.ts';
import { createDemoRoutes, demoSlots } from './demo/demo-routes.ts';
import { readProviderConfig } from './embed/provider-config.ts';
import { readHostScripts } from './embed/read-host-scripts.ts';
import { embedSlots } from './embed/render-embed-page.ts';
import { createStackResolver } from './errors/resolve-stack.ts';
import { createRequestListener } from './http/create-request-listener.ts';
import { addErrorReplies } from './http/error-reply.ts';
import { loadHtmlTemplate } from './http/html-template.ts';
import { isLoopbackHost } from './http/is-loopback-host.ts';
import type { Listener } from './http/listen.ts';
import { listen } from './http/listen.ts';
import type { ServerEnv } from './http/server-env.ts';
import type { Library } from './library/scan-library.ts';
import { scanLibrary } from './library/scan-library.ts';
import type { ServerOptions } from './options.js';
import type { EventStore } from './store/event-store.ts';
import { openSqliteStore } from './store/open-sqlite-store.ts';
import type { TelemetryAccess } from './telemetry/is-operator.ts';
import { keepOperatorToken } from './telemetry/operator-token.ts';
import { createTelemetryRoutes } from './telemetry/telemetry-routes.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface StartOptions extends ServerOptions {
  /** The built player page and the built demo host page. */
  pageDir: string;
  demoDir: string;
  /** The built SDK. */
  sdkDir: string;
}

export interface StartDeps {
  /** Unix milliseconds. */
  now: () => number;
  /** Gets what no handler expected. */
  reportError: (error: unknown) => void;
  /** Ends the start early: reading a large library takes a while. */
  signal: AbortSignal;
}

export interface RunningServer {
  embedPort: number;
  demoPort: number;
  library: Library;
  /** Where the operator's token lies, if it was made here. */
  tokenFile: string | null;
  /**
   * Stops listening, lets requests under way finish, and closes the store.
   * @param graceMs after which connections that are still busy (a paused video's stream) are cut
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts both origins. Whatever was opened is closed again when something fails.
 * @param options directories must have been checked
 * @returns a failure whose message names cause and fix
 */
export async function startServer(options: StartOptions, deps: StartDeps): Promise<Result<RunningServer>> {
  const page = await loadHtmlTemplate(join(options.pageDir, 'index.html'), embedSlots);
  if (!page.ok) return page;
  const demo = await loadHtmlTemplate(join(options.demoDir, 'index.html'), demoSlots);
  if (!demo.ok) return demo;
  const clients = await loadHtmlTemplate(join(options.demoDir, 'clients.html'), demoSlots);
  if (!clients.ok) return clients;
  const providerConfig = await readProviderConfig(options.pageConfigFile);
  if (!providerConfig.ok) return providerConfig;
  const access = findAccess(options);
  if (!access.ok) return access;
  const opened = openSqliteStore(join(options.dataDir, 'events.sqlite'));
  if (!opened.ok) return opened;
  const store = opened.value;
  const library = await unlessAborted(scanLibrary(options.mediaDir), deps.signal);
  if (library === null) {
    await store.close();
    return err('STOPPED', 'The server was told to stop while it was starting.');
  }

  const pageDir = await realpath(options.pageDir);
  const resolveStack = createStackResolver(pageDir);
  const listeners: Listener[] = [];
  const embedApp = createEmbedApp({
    ...deps,
    library,
    store,
    access: access.value,
    brand: options.brand,
    isTelemetryOn: options.isTelemetryOn,
    isConsentRequired: options.isConsentRequired,
    privateHost: options.privateHost,
    cmcd: options.cmcd,
    botDetection: options.botDetection,
    adStatus: options.adStatus,
    providerConfig: providerConfig.value,
    loggedInHeader: options.loggedInHeader,
    template: page.value,
    hostScripts: await readHostScripts(options.pageDir),
    pageDir,
    resolveStack,
    mediaRoot: await realpath(options.mediaDir),
    // Without a build of the SDK its paths lead nowhere; videos play all the same.
    sdkDir: await realpath(options.sdkDir).catch(() => options.sdkDir),
    demoPort: () => listeners[1]?.port ?? options.demoPort,
  });
  const embed = await listen(createRequestListener(embedApp), {
    host: options.host,
    port: options.port,
    portOption: '--port',
  });
  if (!embed.ok) {
    await store.close();
    return embed;
  }
  listeners.push(embed.value);

  const demoApp = new Hono<ServerEnv>();
  addErrorReplies(demoApp, deps.reportError);
  demoApp.route('/', createTelemetryRoutes(store, access.value, resolveStack));
  demoApp.route(
    '/',
    createDemoRoutes({
      library,
      templates: { index: demo.value, clients: clients.value },
      demoDir: await realpath(options.demoDir),
      embedPort: embed.value.port,
    }),
  );
  const demoListener = await listen(createRequestListener(demoApp), {
    host: options.host,
    port: options.demoPort,
    portOption: '--demo-port',
  });
  if (!demoListener.ok) {
    await stopAll(listeners, store, 0);
    return demoListener;
  }
  listeners.push(demoListener.value);
  return ok({
    embedPort: embed.value.port,
    demoPort: demoListener.value.port,
    library,
    tokenFile: access.value.tokenFile,
    stop: (graceMs) => stopAll(listeners, store, graceMs),
  });
}

async function stopAll(listeners: readonly Listener[], store: EventStore, graceMs: number): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.stop(graceMs)));
  await store.close();
}

/** A server that others can reach must have a token; one that was given none makes its own. */
function findAccess({
  host,
  token,
  dataDir,
}: StartOptions): Result<TelemetryAccess & { tokenFile: string | null }> {
  const isLoopbackOnly = isLoopbackHost(host);
  if (isLoopbackOnly || token !== null) return ok({ token, isLoopbackOnly, tokenFile: null });
  const kept = keepOperatorToken(dataDir);
  return kept.ok ? ok({ token: kept.value.token, isLoopbackOnly, tokenFile: kept.value.file }) : kept;
}
