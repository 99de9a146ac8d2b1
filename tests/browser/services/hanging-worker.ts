import '../../../worker/main.ts';

// The services' own worker, which a test can make hang as from a bug: it answers nothing more, and
// can only be terminated. It blocks instead of looping, which would take a core from the others.
addEventListener('message', ({ data }) => {
  if (data !== 'hang') return;
  // Shared memory that does not require cross-origin isolation.
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  Atomics.wait(new Int32Array(memory.buffer), 0, 0);
});
