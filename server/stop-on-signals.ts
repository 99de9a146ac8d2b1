import type { EventEmitter } from 'node:events';

/**
 * Stops a process the way its supervisor asks for: SIGTERM or Ctrl-C lets it finish and ends it with 0, a second one ends it
 * at once with 1. A parent that started it with an IPC channel and died counts as asking, also if it died before this call.
 * @param process emits the signals
 * @param stop resolves when everything is finished and closed
 * @returns stops listening; until then an IPC channel keeps the process alive
 */
export function stopOnSignals(
  process: EventEmitter & { connected?: boolean },
  stop: () => Promise<void>,
  exit: (code: number) => void,
): () => void {
  let isStopping = false;
  const onSignal = async () => {
    if (isStopping) return exit(1);
    isStopping = true;
    await stop();
    exit(0);
  };
  const signals = ['SIGINT', 'SIGTERM', 'disconnect'];
  for (const signal of signals) process.on(signal, onSignal);
  // Node says `undefined` where there never was a channel.
  if (process.connected === false) onSignal();
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
