import { fileURLToPath } from 'node:url';
import { visibleLine } from '../operator/log/visible-text.ts';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';
import { parsePublishCall } from './publish/publish-call.ts';
import type { BuiltDirectories } from './publish/publish-deps.ts';
import { publishPages } from './publish/publish-pages.ts';

const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const built: BuiltDirectories = {
  pageDir: dist('page'),
  sdkDir: dist('sdk'),
  staticDir: dist('static'),
};

/**
 * `offstage publish` writes the player's pages as files for a static host; they use a server
 * elsewhere.
 */
export async function runPublish(call: Call, deps: CommandDeps, from = built): Promise<number> {
  const { stdout, stderr } = deps;
  const parsed = parsePublishCall(call, deps);
  if (!parsed.ok) {
    stderr.write(`${parsed.error.message}\n`);
    return usageExitCode;
  }
  const { outDir, api, options } = parsed.value;
  // Names the directory if it is the default.
  directoryOption('media', call, deps);
  const problem = checkMediaDirectory(options.mediaDir, 'read');
  if (problem !== null) {
    stderr.write(`${problem}\n`);
    return usageExitCode;
  }
  const isDryRun = call.switches.has('dry-run');
  const published = await publishPages(parsed.value, {
    ...from,
    now: deps.now,
    signal: deps.signal,
    isDryRun,
  });
  if (!published.ok) {
    stderr.write(`${visibleLine(published.error.message)}\n`);
    return published.error.code.startsWith('OUT_') ? usageExitCode : failureExitCode;
  }
  const { pageCount, warnings } = published.value;
  for (const warning of warnings) stderr.write(`warning: ${visibleLine(warning)}\n`);
  if (call.switches.has('json'))
    stdout.write(`${JSON.stringify({ outDir, pageCount, warnings, isDryRun }, null, 2)}\n`);
  else stdout.write(`${outDir}\n`);
  if (isDryRun) stderr.write('Nothing was written.\n');
  const origins = options.pageOrigins.join(',') || 'https://THEIR_HOST';
  stderr.write(
    `${pageCount} ${pageCount === 1 ? 'page' : 'pages'} for the API at ${api}. Start its server with --page-origin ${origins}: otherwise live videos and those that are not published do not play in them.\n`,
  );
  return 0;
}
