/**
 * Turns Ctrl-C, an end of the terminal and SIGTERM into an AbortSignal, so that what was started can be ended before this process ends.
 * Further signals change nothing: a terminal and npm may each send the same one.
 * @returns {AbortSignal}
 */
export function abortOnInterrupt() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(name, () => {
      if (!controller.signal.aborted) console.error(`${name}: ending what was started …`);
      controller.abort();
    });
  return controller.signal;
}

/** What shells report of a command that Ctrl-C has ended. */
export const interruptedCode = 130;
