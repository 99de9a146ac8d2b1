import { readFile, stat } from 'node:fs/promises';
import { codeOf } from '../../start/code-of.js';
import { privacyLimits } from '../../store/privacy-limits.js';

/**
 * @typedef {import('../../../shared/tools/result.ts').Result<string, 'BAD_FILE'>} JsonText
 */

/**
 * Reads the text of a JSON file. It never waits for a FIFO, and never guesses an encoding.
 * @param {string} file
 * @param {string} name name of the file for the message
 * @returns {Promise<JsonText>} the text without its byte order mark; the message of `BAD_FILE`
 *   names file and cause
 */
export async function readJsonText(file, name) {
  const maxBytes = privacyLimits.sidecarBytes.value;
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) return badFile(`${name}: this is a directory, not a file`);
    if (!stats.isFile()) return badFile(`${name}: this is not a regular file`);
    if (stats.size > maxBytes)
      return badFile(`${name}: the file has ${stats.size} bytes; the limit is ${maxBytes}`);
    const bytes = await readFile(file);
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    return badFile(`${name}: ${describeUnread(error)}`);
  }
}

/**
 * @param {unknown} error
 * @returns {string} cause and fix
 */
export function describeUnread(error) {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file does not exist; check the name';
  if (code === 'EACCES' || code === 'EPERM')
    return 'this user has no read access; change the permissions';
  if (code === 'EISDIR') return 'this is a directory, not a file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return 'the file is not UTF-8; save it as UTF-8';
  return error instanceof Error ? error.message : code;
}

/**
 * @param {string} message
 * @returns {JsonText}
 */
function badFile(message) {
  return { ok: false, error: { code: 'BAD_FILE', message } };
}
