import { fileURLToPath } from 'node:url';
import { checkDirectories } from './check-directories.js';
import { helpText } from './help-text.js';
import { parseOptions } from './options.js';
import { startServer } from './start-server.ts';
import { startupReport } from './startup-report.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** A viewer's paused video keeps its connection open for hours; it is cut so long after the signal to stop. */
const stopGraceMs = 3_000;

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

  const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
  const server = await startServer(
    { ...options.value, pageDir: dist('page'), demoDir: dist('demo') },
    { now: Date.now, reportError: (error) => console.error(error) },
  );
  if (!server.ok) return fail(server.error.message);

  stopOnSignals(
    process,
    () => server.value.stop(stopGraceMs),
    (code) => process.exit(code),
  );
  for (const warning of server.value.library.warnings) console.error(`warning: ${warning}`);
  console.log(startupReport(options.value, server.value));
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = usageExitCode;
}

await main();
