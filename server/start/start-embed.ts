import { realpath } from 'node:fs/promises';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { Listener } from '../http/listen.ts';
import { startServedPages } from '../pages/embed/served-pages.ts';
import type { EmbedAppDeps } from './create-embed-app.ts';
import { createEmbedApp } from './create-embed-app.ts';
import type { OriginDeps } from './listen-origin.ts';
import { listenOrigin } from './listen-origin.ts';
import type { StartOptions } from './start-options.ts';

type StartEmbedDeps = OriginDeps &
  Pick<
    EmbedAppDeps,
    | 'build'
    | 'otherBuilds'
    | 'providerConfig'
    | 'storeWatch'
    | 'canSpool'
    | 'demoPort'
    | 'countryOf'
  >;

/** Starts the player's origin. Its stop also writes the counts of served pages. */
export async function startEmbed(
  options: StartOptions,
  deps: StartEmbedDeps,
): Promise<Result<Listener>> {
  const servedPages = startServedPages(deps);
  const app = createEmbedApp({
    ...deps,
    servedPages,
    rateLimit: options.rateLimit,
    areMetricsOpen: options.areMetricsOpen,
    brand: options.brand,
    isTelemetryOn: options.isTelemetryOn,
    isConsentRequired: options.isConsentRequired,
    privateHost: options.privateHost,
    allowsOpaqueHosts: options.allowsOpaqueHosts,
    cmcd: options.cmcd,
    fieldShare: options.fieldShare,
    dimensions: options.dimensions,
    botDetection: options.botDetection,
    adStatus: options.adStatus,
    loggedInHeader: options.loggedInHeader,
    apiKey: options.apiKey,
    cspExtra: options.cspExtra,
    pageOrigins: options.pageOrigins,
    mediaRoot: await realpath(options.mediaDir),
    // Without a build of the SDK its paths are not found, but videos still play.
    sdkDir: await realpath(options.sdkDir).catch(() => options.sdkDir),
  });
  const place = { host: options.host, port: options.port, portOption: '--port' };
  const listener = await listenOrigin(app, place, deps);
  if (!listener.ok) {
    await servedPages.stop();
    return listener;
  }
  return ok({
    ...listener.value,
    async stop(graceMs) {
      await listener.value.stop(graceMs);
      await servedPages.stop();
    },
  });
}
