import type { EventEmitter } from 'node:events';

/**
 * Stops a process the way its supervisor asks for: SIGTERM or Ctrl-C lets it finish and ends it with 0, a second one ends it
 * at once with 1. A parent that started it with an IPC channel and died counts as asking.
 * @param process emits the signals
 * @param stop resolves when everything is finished and closed
 */
export function stopOnSignals(
  process: EventEmitter,
  stop: () => Promise<void>,
  exit: (code: number) => void,
): void {
  let isStopping = false;
  const onSignal = async () => {
    if (isStopping) return exit(1);
    isStopping = true;
    await stop();
    exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, onSignal);
}
