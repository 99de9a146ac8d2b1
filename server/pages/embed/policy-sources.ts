import { drmListSchema } from '../../../shared/player/drm.ts';
import { channelSchema, readExtra } from '../../../shared/player/video-extras-schemas.ts';
import { fits } from '../../../shared/tools/schema.ts';
import type { CspDirectives } from '../../http/html/content-security-policy.ts';
import { addSources } from '../../http/html/content-security-policy.ts';
import { inlineHash } from '../../http/html/inline-hashes.ts';
import type { Library } from '../../library/scan-library.ts';
import type { EmbedConfigDeps } from './embed-config.ts';
import type { EmbedTemplate } from './render-embed-page.ts';

export interface SourceDeps
  extends Pick<
    EmbedConfigDeps,
    'library' | 'isTelemetryOn' | 'cmcd' | 'botDetection' | 'adStatus' | 'providerConfig'
  > {
  /** The builds' pages. */
  templates: readonly Pick<EmbedTemplate, 'styles' | 'scripts'>[];
  /** The operator's additional sources. */
  cspExtra: CspDirectives;
}

/**
 * The sources that player pages contain or load from other origins, by directive. Only configured
 * sources are allowed. One policy covers all videos, because a page plays several in turn.
 */
export function findPolicySources({
  library,
  isTelemetryOn,
  templates,
  cspExtra,
  ...deps
}: SourceDeps): CspDirectives {
  const { cmcd, botDetection, adStatus, providerConfig } = deps;
  const { assets, webPlayerContextConfig: context } = providerConfig;
  const scripts = originsOf([context?.jsUrl ?? assets?.js, isTelemetryOn ? botDetection : null]);
  const styles = originsOf([context?.cssUrl ?? assets?.css]);
  // The page preloads this script. Only its exact URL is allowed, so that no other script of the
  // ads provider can run.
  const probed = isTelemetryOn && adStatus !== null ? [withoutQuery(adStatus)] : [];
  const reported = originsOf(
    isTelemetryOn ? [cmcd, adStatus, providerConfig.api?.providerLog] : [],
  );
  // A hash in the directive makes browsers ignore the operator's `'unsafe-inline'` (CSP Level 3
  // §6.7.3.2).
  const hashes = (directive: string, texts: readonly string[]) =>
    cspExtra[directive]?.includes("'unsafe-inline'") ? [] : [...new Set(texts.map(inlineHash))];
  const found: CspDirectives = {
    'script-src': [
      ...hashes(
        'script-src',
        templates.flatMap((template) => template.scripts),
      ),
      ...scripts,
      ...probed,
    ],
    'style-src': [
      ...hashes(
        'style-src',
        templates.flatMap((template) => template.styles),
      ),
      ...styles,
    ],
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

/** A policy source must not contain commas and semicolons, which separate (CSP Level 3 §2.3.1). */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(',', '%2C').replaceAll(';', '%3B');
}

/** Keeps absolute web addresses only; paths belong to this origin. */
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
