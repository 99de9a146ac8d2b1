import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Busy time in each tenth of a second. */
const busyMs = 75;
const script = `setInterval(() => {
  for (const end = performance.now() + ${busyMs}; performance.now() < end; );
}, 100);`;

/**
 * Other programs take three quarters of each core.
 * @returns ends them
 */
export async function takeCores(): Promise<() => Promise<void>> {
  const programs = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', script], { stdio: 'ignore' }),
  );
  await Promise.all(programs.map((program) => once(program, 'spawn')));
  return async () => {
    await Promise.all(
      programs.map((program) => {
        const ended = once(program, 'exit');
        program.kill();
        return ended;
      }),
    );
  };
}
