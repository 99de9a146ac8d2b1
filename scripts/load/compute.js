import { createHash } from 'node:crypto';

// Keeps one core busy, with data that does not fit into its nearest cache, until the process that started it ends.
process.on('disconnect', () => process.exit());

const sliceMs = 20;
const data = Buffer.alloc(1_000_000, 1);

function compute() {
  const endMs = performance.now() + sliceMs;
  while (performance.now() < endMs) createHash('sha256').update(data).digest();
  // Between two slices the end of the other process is noticed.
  setImmediate(compute);
}
compute();
