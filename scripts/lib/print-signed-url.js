import { commandHelp } from '../../server/cli/command-help.js';
import { parseCommand } from '../../server/cli/parse-command.js';
import { runSign } from '../../server/cli/run-sign.js';
import { fail } from './fail.js';

/**
 * Runs `offstage sign` in this process, because it needs no package. A wrong argument ends the
 * process.
 * @param {readonly string[]} args `VIDEO_ID --expires 2h …`
 */
export async function printSignedUrl(args) {
  const parsed = parseCommand(['sign', ...args]);
  if (!parsed.ok) fail(parsed.error.message, 2);
  if (parsed.value.type === 'help') {
    console.log(commandHelp(parsed.value.command, process.cwd()));
    return;
  }
  const { env, stdout, stderr } = process;
  const deps = { env, cwd: process.cwd(), stdout, stderr, now: Date.now };
  process.exitCode = await runSign(parsed.value.call, deps);
}
