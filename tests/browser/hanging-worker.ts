import '../../worker/main.ts';

// The services' own worker, which a test can make hang as a bug would: it answers nothing more, and
// can only be terminated. It waits for nobody rather than to turn in a loop, which would take a
// core from those that go on.
addEventListener('message', ({ data }) => {
  if (data !== 'hang') return;
  // Shared memory that needs no isolated origin.
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  Atomics.wait(new Int32Array(memory.buffer), 0, 0);
});
