import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, node, programFile } from '#installation';
import { parseOptions } from '../../server/options/parse-options.js';
import { checkDirectories } from '../../server/start/check-directories.js';
import { checkPorts } from '../../server/start/check-ports.js';
import { fail } from './fail.js';
import { root } from './project.js';
import { watchParents } from './watch-parents.js';

/** The program of `npm start`, and its preparation. */
const deployed = { program: programFile('server/main'), prepare: ensureBuilt };

/** npm forwards a signal that the terminal has already sent to every process. */
const sameSignalMs = 500;

/**
 * Installs, builds and runs the server; its exit ends this process. Options and ports are checked
 * first, so that a mistake costs no installation.
 * @param {readonly string[]} args the server's arguments
 * @param {() => string} help the text of `--help`
 * @param {{ program: string, prepare: () => Promise<void> }} [start]
 * @returns {Promise<void>}
 */
export async function startServer(args, help, { program, prepare } = deployed) {
  const options = parseOptions(args, process.env);
  if (!options.ok) fail(options.error.message, 2);
  if (options.value === 'help') {
    console.log(help());
    return;
  }
  // Before the directories, because checking them makes the data directory.
  const ports = await checkPorts(options.value);
  if (!ports.ok) fail(ports.error.message, 2);
  const { dataDir } = options.value;
  const hadData = existsSync(dataDir);
  const directories = checkDirectories(options.value);
  if (!directories.ok) fail(directories.error.message, 2);
  // A misspelt directory would otherwise look like a server without events.
  if (!hadData) console.error(`The data directory ${dataDir} did not exist and was made.`);

  let isOrphaned = false;
  let stop = () => {};
  watchParents(() => {
    isOrphaned = true;
    stop();
  });
  await prepare().catch(fail);
  if (isOrphaned) return;

  // A separate process group, so that Ctrl-C reaches the server only once, through this process. If
  // this process is killed, the IPC channel closes and the server stops too.
  const server = spawn(node, [path.resolve(root, program), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  stop = () => void server.kill('SIGTERM');
  let lastSignalMs = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const isRepeated = Date.now() - lastSignalMs < sameSignalMs;
      lastSignalMs = Date.now();
      if (!isRepeated) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  server.on('exit', (code) => process.exit(code ?? 1));
}
