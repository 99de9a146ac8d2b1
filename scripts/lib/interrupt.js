/**
 * Turns SIGINT, SIGHUP and SIGTERM into an AbortSignal, so that child processes can be ended before
 * this process ends. Further signals change nothing: a terminal and npm may each send the same one.
 * @returns {AbortSignal}
 */
export function abortOnInterrupt() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(name, () => {
      if (!controller.signal.aborted) console.error(`${name}: stopping started processes …`);
      controller.abort();
    });
  return controller.signal;
}

/** The exit code that shells report for a command ended by Ctrl-C. */
export const interruptedCode = 130;
