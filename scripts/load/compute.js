import { createHash } from 'node:crypto';

// Keeps one core busy until the parent process ends. The data do not fit into the core's nearest
// cache.
process.on('disconnect', () => process.exit());

const sliceMs = 20;
const data = Buffer.alloc(1_000_000, 1);

function compute() {
  const endMs = performance.now() + sliceMs;
  while (performance.now() < endMs) createHash('sha256').update(data).digest();
  // Returns to the event loop, so that the parent's end is noticed.
  setImmediate(compute);
}
compute();
