import '../../worker/main.ts';

// The services' own worker, which a test can make hang as a bug would: it answers nothing more, and can only be terminated.
addEventListener('message', ({ data }) => {
  while (data === 'hang') {
    // For ever.
  }
});
