/**
 * One line of progress.
 * @param {string} id video id, or what else the line is about
 * @param {string} message
 */
export function say(id, message) {
  console.log(`${id}: ${message}`);
}
