import process from 'node:process';

// Loaded by Node before the server that is attacked: SIGUSR2 collects what is garbage and prints what is left, so that a leak can be
// told from what was not collected yet.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`collected ${heapUsed + external}\n`);
});
