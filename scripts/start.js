import { spawn } from 'node:child_process';
import path from 'node:path';
import { checkDirectories } from '../server/check-directories.js';
import { helpText } from '../server/help-text.js';
import { parseOptions } from '../server/options.js';
import { fail } from './lib/fail.js';
import { node, root } from './lib/project.js';
import { setUp } from './lib/set-up.js';

// npm start: from a fresh clone to a running server. Options are checked first, so that a mistake costs no installation.
const args = process.argv.slice(2);
const options = parseOptions(args, process.env);
if (!options.ok) fail(options.error.message, 2);
if (options.value === 'help') {
  console.log(helpText(process.cwd()));
  process.exit(0);
}
const directories = checkDirectories(options.value);
if (!directories.ok) fail(directories.error.message, 2);

await setUp().catch(fail);

// A process group of its own, so that Ctrl-C reaches the server once: through here, not from the terminal as well. The IPC
// channel ties the two together: if this process is killed, the server notices and stops too.
const server = spawn(node, [path.join(root, 'server/main.ts'), ...args], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
});
/** npm passes on a signal that the terminal has sent to everybody already. */
const sameSignalMs = 500;
let lastSignalMs = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const isRepeated = Date.now() - lastSignalMs < sameSignalMs;
    lastSignalMs = Date.now();
    if (!isRepeated) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  });
}
server.on('exit', (code) => process.exit(code ?? 1));
