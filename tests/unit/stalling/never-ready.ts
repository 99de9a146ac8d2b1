/** A set-up that never finishes; a timer keeps its process alive, as a server would. */
export function setup(): Promise<never> {
  process.stdout.write('never ready\n');
  setInterval(() => {}, 60_000);
  return new Promise(() => {});
}
