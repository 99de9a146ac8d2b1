import { fileURLToPath } from 'node:url';
import { visibleLine } from '../operator/log/visible-text.js';
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
  const { outDir, api, options, givenOptions } = parsed.value;
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
  const origins = options.pageOrigins.join(',');
  const next =
    origins === ''
      ? 'Without --page-origin, viewers get no visitor id, unless the server lists these pages; a server that lists only others refuses their calls. Better publish with --page-origin https://THEIR_HOST, and start the server with the same.'
      : `Start its server with --page-origin ${origins}: otherwise live videos, lists without a first video, and videos added later do not play in them.`;
  const same = givenOptions.map((name) => `--${name}`).join(', ');
  const pages = `${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`;
  stderr.write(`${pages} for the API at ${api}. ${next}\n`);
  if (same !== '') stderr.write(`Its server needs the same ${same}.\n`);
  stderr.write(
    'The host of the pages should answer other addresses below /embed/ with 404.html: a video added later has no page yet.\n',
  );
  return 0;
}
