/**
 * Runs the callback in a separate task, to avoid one long task on slow devices. Queued tasks run
 * first, such as the message that reports a started worker. Runs at once where the browser has no
 * `scheduler`.
 */
export function inOwnTask(callback: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(callback);
  else callback();
}
