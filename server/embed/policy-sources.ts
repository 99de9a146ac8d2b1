import { drmListSchema } from '../../shared/drm.ts';
import { fits } from '../../shared/schema.ts';
import { channelSchema, readExtra } from '../../shared/video-extras-schemas.ts';
import type { CspDirectives } from '../http/content-security-policy.ts';
import { addSources } from '../http/content-security-policy.ts';
import { inlineHash } from '../http/inline-hashes.ts';
import type { Library } from '../library/scan-library.ts';
import type { EmbedConfigDeps } from './embed-config.ts';
import type { EmbedTemplate } from './render-embed-page.ts';

export interface SourceDeps
  extends Pick<
    EmbedConfigDeps,
    'library' | 'isTelemetryOn' | 'cmcd' | 'botDetection' | 'adStatus' | 'providerConfig'
  > {
  template: Pick<EmbedTemplate, 'styles' | 'scripts'>;
  /** What the operator adds by hand. */
  cspExtra: CspDirectives;
}

/**
 * What player pages have in themselves or load from other origins, by the directive that allows it: what is configured, and nothing else. For all
 * videos at once, since a page plays one after the other.
 */
export function findPolicySources({
  library,
  isTelemetryOn,
  template,
  cspExtra,
  ...deps
}: SourceDeps): CspDirectives {
  const { cmcd, botDetection, adStatus, providerConfig } = deps;
  const { assets, webPlayerContextConfig: context } = providerConfig;
  const scripts = originsOf([context?.jsUrl ?? assets?.js, isTelemetryOn ? botDetection : null]);
  const styles = originsOf([context?.cssUrl ?? assets?.css]);
  // The page preloads it. Only this one may be run, so that nothing else of the ads provider can.
  const probed = isTelemetryOn && adStatus !== null ? [withoutQuery(adStatus)] : [];
  const reported = originsOf(
    isTelemetryOn ? [cmcd, adStatus, providerConfig.api?.providerLog] : [],
  );
  // Beside a hash browsers would no longer obey what the operator allows to all of them (CSP Level 3 §6.7.3.2).
  const hashes = (directive: string, texts: readonly string[]) =>
    cspExtra[directive]?.includes("'unsafe-inline'") ? [] : texts.map(inlineHash);
  const found: CspDirectives = {
    'script-src': [...hashes('script-src', template.scripts), ...scripts, ...probed],
    'style-src': [...hashes('style-src', template.styles), ...styles],
    'font-src': styles,
    'img-src': [...styles, ...originsOf(avatarsOf(library))],
    'media-src': library.mediaOrigins,
    'connect-src': [
      ...scripts,
      ...reported,
      ...library.mediaOrigins,
      ...originsOf(licencesOf(library)),
    ],
  };
  const filled = Object.entries(found).filter(([, sources]) => sources.length > 0);
  return addSources(Object.fromEntries(filled), cspExtra);
}

/** As a source of a policy, in which commas and semicolons separate (CSP Level 3 §2.3.1). */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(',', '%2C').replaceAll(';', '%3B');
}

/** Of absolute web addresses; paths are this origin's. */
function originsOf(addresses: readonly unknown[]): string[] {
  const origins = addresses.flatMap((address) =>
    typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address)
      ? [new URL(address).origin]
      : [],
  );
  return [...new Set(origins)];
}

function avatarsOf({ videos }: Library): unknown[] {
  return [...videos.values()].map(
    ({ response }) => readExtra(channelSchema, response.videoDetails.channel)?.avatarUrl,
  );
}

function licencesOf({ videos }: Library): unknown[] {
  return [...videos.values()]
    .flatMap(({ response }) => response.sources)
    .flatMap(({ drm }) => (fits(drmListSchema, drm) ? drm : []))
    .flatMap(({ licenseUrl, certificateUrl }) => [licenseUrl, certificateUrl]);
}
