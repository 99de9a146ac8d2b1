/**
 * Calls back in a task of its own: together with what runs now it would be a long one on a slow device. Whatever waits already comes
 * before it: the start of a worker is told of by tasks as well. At once where the browser has no such tasks.
 */
export function inOwnTask(callback: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(callback);
  else callback();
}
