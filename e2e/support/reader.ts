import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reader of the documents, who types their blocks in a terminal. */
export interface Reader {
  /** @throws an Error with the output unless every command of the block succeeds */
  type(block: string): Promise<{ stdout: string; stderr: string }>;
  /** Types a block whose last command keeps running, in a terminal of its own. */
  leaveRunning(block: string): { output(): string };
  /** Ends what was left running, as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * @param directory where the reader is
 * @param env additional environment variables
 */
export function createReader(directory: string, env: Record<string, string> = {}): Reader {
  const bin = join(directory, '.bin');
  mkdirSync(bin, { recursive: true });
  // `npx` is the program of this clone, because npm would look for a package in the directory.
  const program = join(process.cwd(), 'scripts/offstage.js');
  writeProgram(join(bin, 'npx'), `shift\nexec '${process.execPath}' '${program}' "$@"`);
  writeProgram(join(bin, 'caddy'), `exec '${process.env.CADDY_PATH || '/usr/bin/caddy'}' "$@"`);
  const running: ChildProcess[] = [];

  function start(block: string) {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
      cwd: directory,
      env: {
        ...process.env,
        HOME: directory,
        CURL_HOME: directory,
        ...env,
        PATH: `${bin}:${process.env.PATH}`,
      },
      // A group of its own gets the signal of Ctrl-C.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      said.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.stderr += chunk;
    });
    return { child, said };
  }

  return {
    async type(block) {
      const { child, said } = start(block);
      const [code] = await once(child, 'close');
      if (code !== 0)
        throw new Error(`This ended with ${code}:\n${block}\n${said.stdout}${said.stderr}`);
      return said;
    },
    leaveRunning(block) {
      const { child, said } = start(block);
      running.push(child);
      return { output: () => said.stdout + said.stderr };
    },
    async stop() {
      const ending = running.filter(
        ({ exitCode, signalCode }) => (exitCode ?? signalCode) === null,
      );
      const ended = ending.map((child) => once(child, 'close'));
      for (const { pid } of ending) if (pid !== undefined) process.kill(-pid, 'SIGINT');
      await Promise.all(ended);
    },
  };
}

function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
