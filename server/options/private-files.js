import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../start/code-of.js';
import { shellWord } from './shell-word.js';

/**
 * Only the server's own user may read Offstage's files: the events say what viewers watched, and
 * the token and the key open everything. This is plain JavaScript without packages, because the
 * start script checks the directories on any Node from 20 on.
 */

const directoryMode = 0o700;
const fileMode = 0o600;
/** Permission bits of users other than the owner. */
const othersBits = 0o077;
const everybodyBits = 0o007;

/** Files of the data directory, as the store and `keepSecret` name them. */
export const privateFiles = [
  'events.sqlite',
  'events.sqlite-wal',
  'events.sqlite-shm',
  'events.sqlite-journal',
  'spool.sqlite',
  'spool.sqlite-wal',
  'spool.sqlite-shm',
  'spool.sqlite-journal',
  'webhooks.sqlite',
  'webhooks.sqlite-wal',
  'webhooks.sqlite-shm',
  'webhooks.sqlite-journal',
  'operator-token',
  'signing-key',
  'webhook-secret',
];

/**
 * Creates a directory with its parents, readable only by this user. An existing directory stays
 * unchanged.
 * @param {string} directory
 * @returns {void}
 */
export function makePrivateDirectory(directory) {
  // A umask only removes permissions, so others have none in any case.
  mkdirSync(directory, { recursive: true, mode: directoryMode });
}

/**
 * Creates an empty file that only this user may read. An existing file stays unchanged.
 * @param {string} file
 * @returns {void}
 */
export function makePrivateFile(file) {
  try {
    closeSync(openSync(file, 'wx', fileMode));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Removes other users' permissions from the data directory and from Offstage's files in it. A
 * directory with any other files may be shared on purpose, so it stays unchanged.
 * @param {string} directory must exist
 * @returns {string[]} sentences for the operator: which paths were open, and which still are
 */
export function closeToOthers(directory) {
  // Windows has no such permissions.
  if (process.geteuid === undefined) return [];
  const names = namesIn(directory);
  const isOurs = names.every((name) => privateFiles.includes(name));
  const files = privateFiles
    .filter((name) => names.includes(name))
    .map((name) => join(directory, name));
  const sentences = files.flatMap(closeOne);
  if (isOurs) return [...closeOne(directory), ...sentences];
  if ((statSync(directory).mode & othersBits) === 0) return sentences;
  return [
    `Other users of this machine can read the data directory ${directory}, which also contains files that are not Offstage's; choose a separate directory with --data, or run: chmod 700 ${shellWord(directory)}`,
    ...sentences,
  ];
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    // An unlistable directory may still contain these files.
    return privateFiles;
  }
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function closeOne(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // A link's permissions are its target's, which the operator put elsewhere on purpose.
  if (stats === undefined || stats.isSymbolicLink() || (stats.mode & othersBits) === 0) return [];
  const mode = stats.isDirectory() ? directoryMode : fileMode;
  try {
    changeMode(path, mode);
    return [
      `Other users of this machine could read ${path}; now only this user can (mode ${mode.toString(8)}).`,
    ];
  } catch {
    // The user may have access through a group, as in container volumes.
    if ((stats.mode & everybodyBits) === 0) return [];
    return [
      `All users of this machine can read ${path}, which belongs to another user; make this user its owner and chmod it to ${mode.toString(8)}, or choose another directory with --data.`,
    ];
  }
}

/**
 * @param {string} path
 * @param {number} mode
 */
function changeMode(path, mode) {
  // Changes the open descriptor, so that a link put in its place meanwhile is not followed.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}
