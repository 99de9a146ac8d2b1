import { PassThrough } from 'node:stream';
import type { CommandDeps } from '../../../../server/cli/command-deps.ts';
import type { Call } from '../../../../server/cli/parse-command.js';
import { parseCommand } from '../../../../server/cli/parse-command.js';

export interface CommandRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command as `server/cli/main.ts` does, in this process. */
export async function runCommand(
  run: (call: Call, deps: CommandDeps) => Promise<number>,
  argv: readonly string[],
  changes: Partial<CommandDeps> = {},
): Promise<CommandRun> {
  const parsed = parseCommand(argv);
  if (!parsed.ok || parsed.value.type !== 'call') throw new Error(`${argv.join(' ')} is no call`);
  const [stdout, stderr] = [keepText(), keepText()];
  const code = await run(parsed.value.call, {
    env: {},
    cwd: '/',
    stdin: new PassThrough(),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: new AbortController().signal,
    now: Date.now,
    ...changes,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function keepText() {
  const stream = new PassThrough();
  let kept = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
  });
  return { stream, text: () => kept };
}
