/**
 * Prints one line of progress.
 * @param {string} id video id, or another subject of the line
 * @param {string} message
 */
export function say(id, message) {
  console.log(`${id}: ${message}`);
}
