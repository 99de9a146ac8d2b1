import type { EventEmitter } from 'node:events';

/**
 * Stops a process as its supervisor asks. SIGTERM or Ctrl-C lets it finish and exits with 0; a
 * second signal exits at once with 1. A lost IPC channel means that the parent died, and counts as
 * a signal, even if it was lost before this call.
 * @param process emits the signals
 * @param stop resolves when all work is finished and closed
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
  // Node has `undefined` here if there never was a channel.
  if (process.connected === false) onSignal();
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
