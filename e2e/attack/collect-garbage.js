import process from 'node:process';

// Node loads this file before the attacked server. On SIGUSR2 it collects garbage and prints the
// memory that is left, so that a leak differs from garbage not yet collected.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`collected ${heapUsed + external}\n`);
});
