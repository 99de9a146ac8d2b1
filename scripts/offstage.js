#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, node, programFile } from '#installation';
import { commandHelp } from '../server/cli/command-help.js';
import { bashCompletion } from '../server/cli/completion/bash-completion.js';
import { zshCompletion } from '../server/cli/completion/zsh-completion.js';
import { parseCommand } from '../server/cli/parse-command.js';
import { fail } from './lib/fail.js';
import { printSignedUrl } from './lib/print-signed-url.js';
import { root } from './lib/project.js';
import { startServer } from './lib/start-server.js';

// offstage: the command line. It runs on any Node from 20 on, before anything is installed; a wrong
// call costs no installation. The npm package contains it too (docs/publishing.md).
const args = process.argv.slice(2);
if (args[0] === '--version') {
  console.log(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version);
  process.exit(0);
}
const parsed = parseCommand(args);
if (!parsed.ok) fail(parsed.error.message, 2);
if (parsed.value.type === 'help') {
  const { command } = parsed.value;
  console.log(commandHelp(command, process.cwd()));
  process.exit(0);
}
const { command, rest, arguments: positionals } = parsed.value.call;
if (command.name === 'serve') await startServer(rest, () => commandHelp(command, process.cwd()));
else if (command.name === 'completion') printCompletion();
else if (command.name === 'sign') await printSignedUrl(rest);
else await runCommand();

/** Prints the script for a shell; it is made from the table of commands. */
function printCompletion() {
  const [shell] = positionals;
  if (shell === 'bash') process.stdout.write(bashCompletion());
  else if (shell === 'zsh') process.stdout.write(zshCompletion());
  else fail(`There is no completion for "${shell}"; use bash or zsh.`, 2);
}

/**
 * Runs the command in the project's own Node. If this process ends, the command ends too, by a
 * signal or because the channel closes.
 */
async function runCommand() {
  // `publish` copies built files, so they must be up to date.
  await (command.name === 'publish' ? ensureBuilt() : ensureInstalled()).catch(fail);
  const child = spawn(node, [programFile('server/cli/main'), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
