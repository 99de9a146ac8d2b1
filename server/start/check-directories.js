import { mkdtempSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from '../options/private-files.js';
import { codeOf } from './code-of.js';

/**
 * Checks both directories before anything is opened, and creates a missing data directory.
 * @param {{ mediaDir: string, dataDir: string }} options absolute paths
 * @returns {{ ok: true, value: undefined }
 *   | { ok: false, error: { code: 'MEDIA_DIR' | 'DATA_DIR', message: string } }}
 */
export function checkDirectories({ mediaDir, dataDir }) {
  const media = mediaProblem(mediaDir);
  if (media !== null) return { ok: false, error: { code: 'MEDIA_DIR', message: media } };
  const data = dataProblem(dataDir);
  if (data !== null) return { ok: false, error: { code: 'DATA_DIR', message: data } };
  return { ok: true, value: undefined };
}

/**
 * @param {string} directory
 * @returns {string | null}
 */
function mediaProblem(directory) {
  try {
    const stats = statSync(directory, { throwIfNoEntry: false });
    if (stats === undefined)
      return `The media directory ${directory} does not exist; create it, or choose another with --media.`;
    if (!stats.isDirectory())
      return `The media directory ${directory} is not a directory; use --media with the directory that contains the videos.`;
    readdirSync(directory);
  } catch (error) {
    return `The media directory ${directory} cannot be read (${codeOf(error)}); give this user read access, or choose another with --media.`;
  }
  return null;
}

/**
 * @param {string} directory
 * @returns {string | null}
 */
function dataProblem(directory) {
  try {
    makePrivateDirectory(directory);
  } catch (error) {
    return `The data directory ${directory} cannot be created (${codeOf(error)}); choose another with --data.`;
  }
  try {
    // Trying to write also detects access lists, read-only file systems and full disks.
    rmdirSync(mkdtempSync(join(directory, '.write-check-')));
  } catch (error) {
    return `The data directory ${directory} cannot be written (${codeOf(error)}); give this user write access, or choose another with --data.`;
  }
  return null;
}
