/** Says on the terminal what is being done, in one line; elsewhere a line each. @param text empty when it is over */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== '') console.error(text);
}
