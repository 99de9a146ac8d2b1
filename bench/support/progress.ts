/**
 * Shows the current work on the terminal, in one line; without a terminal, a line for each.
 * @param text empty at the end
 */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== '') console.error(text);
}
