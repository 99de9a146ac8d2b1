import { spawn } from 'node:child_process';
import { checkDirectories, helpText, parseOptions } from '../server/options.js';
import { buildPages } from './lib/build-pages.js';
import { fail } from './lib/fail.js';
import { installDependencies } from './lib/install-dependencies.js';
import { node, root } from './lib/project.js';

// npm start: from a fresh clone to a running server. Options are checked first, so that a mistake costs no installation.
const args = process.argv.slice(2);
const options = parseOptions(args, process.env);
if (!options.ok) fail(options.error.message, 2);
if (options.value.help) {
  console.log(helpText);
  process.exit(0);
}
const directories = checkDirectories(options.value);
if (!directories.ok) fail(directories.error.message, 2);

await installDependencies().catch(fail);
await buildPages().catch(fail);

// The IPC channel ties the two together: if this process is killed, the server notices and stops too.
const server = spawn(node, ['server/main.ts', ...args], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
