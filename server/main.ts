import { fileURLToPath } from 'node:url';
import { checkDirectories } from './check-directories.js';
import { helpText } from './help-text.js';
import { createLog } from './log/create-log.ts';
import { parseOptions } from './options.js';
import { closeToOthers } from './private-files.js';
import { runServer } from './run-server.ts';
import { visibleText } from './visible-text.ts';

/** The exit code of a wrong call or configuration: repeating it changes nothing. */
const usageExitCode = 2;

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (!options.ok) return fail(options.error.message);
  if (options.value === 'help') {
    console.log(helpText(process.cwd()));
    return;
  }
  const checked = checkDirectories(options.value);
  if (!checked.ok) return fail(checked.error.message);
  const log = createLog({
    format: options.value.log,
    print: console.log,
    printError: console.error,
    now: Date.now,
  });
  for (const sentence of closeToOthers(options.value.dataDir)) log.warn('DATA_DIR', sentence);

  const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  const problem = await runServer(
    {
      ...options.value,
      pageDir: dist('page'),
      demoDir: dist('demo'),
      sdkDir: dist('sdk'),
      dashboardDir: dist('dashboard'),
      docsDir: dist('docs'),
    },
    { process, print: console.log, printError: console.error },
  );
  if (problem === null) return;
  if (options.value.log === 'text') return fail(problem);
  log.error('NOT_STARTED', problem);
  process.exitCode = usageExitCode;
}

function fail(message: string): void {
  console.error(visibleText(message));
  process.exitCode = usageExitCode;
}

await main();
