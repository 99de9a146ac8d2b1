import { runServer } from '../../../../server/start/run-server.ts';
import type { StartOptions } from '../../../../server/start/start-options.ts';

/** Runs `runServer` in its own process, like `server/main.ts`, with the options of a test. */
const options: StartOptions = JSON.parse(process.argv[2] ?? '');
const print = (line: unknown) => process.stdout.write(`${line}\n`);
const problem = await runServer(options, { process, print, printError: print });
if (problem !== null) {
  print(problem);
  process.exitCode = 2;
}
