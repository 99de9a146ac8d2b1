import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { createGuard } from '../../access/guard/create-guard.ts';
import { addSources } from '../../http/html/content-security-policy.ts';
import { loadHtmlTemplate } from '../../http/html/html-template.ts';
import { unlessAborted } from '../../http/unless-aborted.ts';
import { scanLibrary } from '../../library/scan-library.ts';
import { makeSecret } from '../../options/keep-secret.js';
import { botDetectionPath } from '../../pages/bot-detection/bot-detection-routes.ts';
import { findPolicySources } from '../../pages/embed/policy-sources.ts';
import { readProviderConfig } from '../../pages/embed/provider-config.ts';
import { readPageScripts } from '../../pages/embed/read-page-scripts.ts';
import { embedSlots } from '../../pages/embed/render-embed-page.ts';
import { commandLimits } from '../command-limits.ts';
import { openOutput } from './output-directory.ts';
import type { PublishCall } from './publish-call.ts';
import type { BuiltDirectories, PublishDeps } from './publish-deps.ts';
import { copyBuilt, copyWithForms, writeCompressed, writePage } from './publish-files.ts';
import { genericConfig, type StaticConfig, type StaticConfigDeps } from './static-config.ts';
import {
  renderHeadersFile,
  renderNginxFile,
  renderRedirectsFile,
  type StaticHosting,
  staticRules,
} from './static-headers.ts';
import { renderStaticPage } from './static-page.ts';
import { writeVideoPages } from './write-video-pages.ts';

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
  const output = await openOutput(call.outDir, deps.isDryRun);
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
      templates: [
        {
          styles: template.value.styles,
          scripts: [...template.value.scripts, script.value],
        },
      ],
      cspExtra: addSources(options.cspExtra, {
        'img-src': [api],
        'media-src': [api],
        'connect-src': [api],
      }),
    });

    await copyFiles(deps, stage);
    const pagesDir = join(stage, 'embed');
    await mkdir(pagesDir);
    const generic = render(genericConfig(config));
    await writePage(join(pagesDir, 'videoseries'), generic);
    await writeCompressed(join(pagesDir, 'index.html'), generic);
    await writeCompressed(join(stage, '404.html'), generic);

    const written = await writeVideoPages(config, {
      pagesDir,
      render,
      generic,
      embedDomains: options.embedDomains,
      signal: deps.signal,
      ...(deps.onProgress && { onProgress: deps.onProgress }),
    });
    if (written === null) {
      await discard();
      return stopped;
    }
    const { pageCount, restricted } = written;
    const rules = staticRules(sources, options.pageOrigins);
    const hostingWarnings = await writeHosting(stage, { api, rules, restricted });
    const warnings = [
      ...call.warnings,
      ...library.warnings,
      ...written.warnings,
      ...hostingWarnings,
    ];
    const finished = await finish();
    return finished.ok ? ok({ pageCount, warnings }) : finished;
  } catch (error) {
    await discard();
    return err('NOT_WRITTEN', whyNotWritten(error, call.outDir));
  }
}

const stopped = err('STOPPED', 'offstage publish was stopped; nothing was written.');

/** Copies what is the same for every call. */
async function copyFiles(deps: BuiltDirectories, stage: string): Promise<void> {
  await copyBuilt(join(deps.pageDir, 'assets'), join(stage, 'assets'));
  await copyBuilt(deps.sdkDir, join(stage, 'sdk'));
  const sdk = await findHostScript(deps.sdkDir);
  if (sdk !== null)
    for (const name of ['iframe_api', 'player_api'])
      await copyWithForms(join(deps.sdkDir, sdk), join(stage, name));
  await copyWithForms(join(deps.pageDir, 'licenses.txt'), join(stage, 'licenses.txt'));
}

/** Writes what hosts read: headers, redirects, the configuration of nginx. @returns warnings */
async function writeHosting(stage: string, hosting: StaticHosting): Promise<string[]> {
  const warnings: string[] = [];
  const headers = renderHeadersFile(hosting);
  if (headers.split('\n').some((line) => line.length > commandLimits.headerLineMaxChars))
    warnings.push(
      `A line of _headers has more than ${commandLimits.headerLineMaxChars} characters, which Cloudflare ignores. Use fewer origins in --csp-extra, --page-origin and the videos.`,
    );
  await writeFile(join(stage, '_headers'), headers);
  await writeFile(join(stage, '_redirects'), renderRedirectsFile(hosting));
  await writeFile(join(stage, 'nginx.conf'), renderNginxFile(hosting));
  return warnings;
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
