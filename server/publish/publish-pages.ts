import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { botDetectionPath } from '../bot-detection/bot-detection-routes.ts';
import { findPolicySources } from '../embed/policy-sources.ts';
import { readProviderConfig } from '../embed/provider-config.ts';
import { readPageScripts } from '../embed/read-page-scripts.ts';
import { embedSlots } from '../embed/render-embed-page.ts';
import { createGuard } from '../guard/create-guard.ts';
import { frameAncestorsOf } from '../guard/embed-domains.js';
import { addSources } from '../http/content-security-policy.ts';
import { loadHtmlTemplate } from '../http/html-template.ts';
import { makeSecret } from '../keep-secret.js';
import type { LibraryVideo } from '../library/open-video.ts';
import { scanLibrary } from '../library/scan-library.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { openOutput } from './output-directory.ts';
import type { PublishCall } from './publish-call.ts';
import { copyBuilt, copyWithForms, writeCompressed } from './publish-files.ts';
import {
  genericConfig,
  type StaticConfig,
  type StaticConfigDeps,
  videoConfig,
} from './static-config.ts';
import {
  framedBy,
  headerLineMaxChars,
  renderHeadersFile,
  renderNginxFile,
  renderRedirectsFile,
  staticRules,
} from './static-headers.ts';
import { renderStaticPage } from './static-page.ts';

/** The build's output directories, absolute paths. */
export interface BuiltDirectories {
  pageDir: string;
  sdkDir: string;
  /** Directory of the script for published pages only. */
  staticDir: string;
}

export interface PublishDeps extends BuiltDirectories {
  /** Unix milliseconds. */
  now: () => number;
  /** When aborted, the work stops and leaves no files. */
  signal: AbortSignal;
  /** Receives the number of finished pages and the total. */
  onProgress?: (done: number, total: number) => void;
}

export interface Published {
  pageCount: number;
  /** Sentences for the operator: one for each video without a page, and other warnings. */
  warnings: string[];
}

/**
 * Writes the player's pages as files for any host.
 * @returns a failure in one sentence; then nothing was written
 */
export async function publishPages(
  call: PublishCall,
  deps: PublishDeps,
): Promise<Result<Published>> {
  const { options, api } = call;
  const template = await loadHtmlTemplate(join(deps.pageDir, 'index.html'), embedSlots);
  if (!template.ok) return template;
  const script = await readScript(join(deps.staticDir, 'static-page.js'));
  if (!script.ok) return script;
  const providerConfig = await readProviderConfig(options.pageConfigFile);
  if (!providerConfig.ok) return providerConfig;
  const library = await unlessAborted(scanLibrary(options.mediaDir, deps.signal), deps.signal);
  if (library === null) return stopped;
  const output = await openOutput(call.outDir);
  if (!output.ok) return output;
  const { stage, discard, finish } = output.value;
  try {
    // A throwaway key: its signatures must not get into a file.
    const guard = createGuard({ ...options, library, signingKey: makeSecret(), now: deps.now });
    const botDetection =
      options.botDetection === true ? api + botDetectionPath : options.botDetection;
    const config: StaticConfigDeps = {
      ...options,
      library,
      guard,
      botDetection,
      providerConfig: providerConfig.value,
      api,
    };
    const scripts = await readPageScripts(deps.pageDir);
    const render = (of: StaticConfig) =>
      renderStaticPage(of, { template: template.value, scripts, script: script.value });
    const sources = findPolicySources({
      ...config,
      template: {
        styles: template.value.styles,
        scripts: [...template.value.scripts, script.value],
      },
      cspExtra: addSources(options.cspExtra, {
        'img-src': [api],
        'media-src': [api],
        'connect-src': [api],
      }),
    });

    await copyBuilt(join(deps.pageDir, 'assets'), join(stage, 'assets'));
    await copyBuilt(deps.sdkDir, join(stage, 'sdk'));
    const sdk = await findHostScript(deps.sdkDir);
    if (sdk !== null)
      for (const name of ['iframe_api', 'player_api'])
        await copyWithForms(join(deps.sdkDir, sdk), join(stage, name));
    await copyWithForms(join(deps.pageDir, 'licenses.txt'), join(stage, 'licenses.txt'));

    const pagesDir = join(stage, 'embed');
    await mkdir(pagesDir);
    const generic = render(genericConfig(config));
    await writeCompressed(join(pagesDir, 'videoseries.html'), generic);
    await writeCompressed(join(stage, '404.html'), generic);

    const warnings = [...call.warnings, ...library.warnings];
    const restricted = new Map<string, string>();
    const videos = [...library.videos.values()];
    let pageCount = 0;
    for (const video of videos) {
      if (deps.signal.aborted) {
        await discard();
        return stopped;
      }
      const { videoId, title } = video.response.videoDetails;
      const reason = whyNot(video);
      if (reason !== null) {
        warnings.push(`${videoId} (${title}) was not published: ${reason}`);
        continue;
      }
      const domains = video.embedDomains === undefined ? options.embedDomains : video.embedDomains;
      if (domains !== null) {
        restricted.set(videoId, framedBy(["'self'", ...frameAncestorsOf(domains)]));
        warnings.push(
          `${videoId} (${title}) may be embedded by some pages only. Only the headers enforce this, so the host must send them (_headers, nginx.conf).`,
        );
      }
      await writeCompressed(
        join(pagesDir, `${videoId}.html`),
        render(videoConfig(config, video, domains !== null)),
      );
      pageCount += 1;
      deps.onProgress?.(pageCount, videos.length);
    }
    const hosting = { api, rules: staticRules(sources, options.pageOrigins), restricted };
    const headers = renderHeadersFile(hosting);
    if (headers.split('\n').some((line) => line.length > headerLineMaxChars))
      warnings.push(
        `A line of _headers has more than ${headerLineMaxChars} characters, which Cloudflare ignores. Use fewer origins in --csp-extra, --page-origin and the videos.`,
      );
    await writeFile(join(stage, '_headers'), headers);
    await writeFile(join(stage, '_redirects'), renderRedirectsFile(hosting));
    await writeFile(join(stage, 'nginx.conf'), renderNginxFile(hosting));
    const finished = await finish();
    return finished.ok ? ok({ pageCount, warnings }) : finished;
  } catch (error) {
    await discard();
    return err('NOT_WRITTEN', whyNotWritten(error, call.outDir));
  }
}

const stopped = err('STOPPED', 'offstage publish was stopped; nothing was written.');

/** @returns why a file cannot show the video, with the alternative; `null` if it can */
function whyNot({ response, isPrivate }: LibraryVideo): string | null {
  const { playabilityStatus, videoDetails } = response;
  if (isPrivate)
    return 'it is private: its signed URLs expire, and published files cannot renew them. Embed it from the server itself with a signed URL.';
  if (videoDetails.isLive) return 'it is live. Its pages request it from the API.';
  if (playabilityStatus.status !== 'OK')
    return `it cannot be played (${playabilityStatus.reason ?? 'unknown reason'}).`;
  return null;
}

function whyNotWritten(error: unknown, outDir: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  if (code === 'EEXIST')
    return `Two video ids differ only in upper and lower case, and the file system of ${outDir} is not case-sensitive; use one that is.`;
  if (code === 'ENOSPC')
    return `The disk of ${outDir} is full; nothing was written. Free some space, or choose another --out.`;
  return `${outDir} could not be written (${code}); nothing was written.`;
}

async function readScript(file: string): Promise<Result<string, 'PAGE_MISSING'>> {
  try {
    return ok((await readFile(file, 'utf8')).trim());
  } catch {
    return err('PAGE_MISSING', `${file} is missing; run "npm run build" first.`);
  }
}

const manifestSchema = z.object({
  files: z.object({ 'iframe-api': z.object({ file: z.string() }) }),
});

/** @returns `null` without a build of the SDK */
async function findHostScript(sdkDir: string): Promise<string | null> {
  try {
    const json: unknown = JSON.parse(await readFile(join(sdkDir, 'manifest.json'), 'utf8'));
    const manifest = z.safeParse(manifestSchema, json);
    return manifest.success ? manifest.data.files['iframe-api'].file : null;
  } catch {
    return null;
  }
}
