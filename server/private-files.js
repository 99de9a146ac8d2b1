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
import { codeOf } from './code-of.js';

/**
 * What Offstage keeps is for its own user alone: the events say what viewers watched, the token and the key open everything. Plain
 * JavaScript without packages, because the start script looks at the directories on any Node from 20 on.
 */

const directoryMode = 0o700;
const fileMode = 0o600;
/** What others than the owner may do. */
const othersBits = 0o077;
const everybodyBits = 0o007;

/** Files of the data directory, as the store and `keepSecret` name them. */
const privateFiles = [
  'events.sqlite',
  'events.sqlite-wal',
  'events.sqlite-shm',
  'events.sqlite-journal',
  'operator-token',
  'signing-key',
];

/**
 * Makes a directory, with its parents, that only this user may look into. One that exists stays as it is.
 * @param {string} directory
 * @returns {void}
 */
export function makePrivateDirectory(directory) {
  // The user's own mask can only take rights away, which leaves none to others in any case.
  mkdirSync(directory, { recursive: true, mode: directoryMode });
}

/**
 * Makes an empty file that only this user may read, unless there is one.
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
 * Takes from others what they may do with the data directory and with the files in it that are Offstage's. A directory that holds
 * anything else may be meant to be open, and is left as it is.
 * @param {string} directory exists
 * @returns {string[]} sentences for the operator: what was open, and what still is
 */
export function closeToOthers(directory) {
  // Windows has no such rights.
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
    `Other users of this machine may look into the data directory ${directory}, which also holds what is not Offstage's; give a directory of its own with --data, or close this one: chmod 700 ${directory}`,
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
    // What cannot be listed may still hold them.
    return privateFiles;
  }
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function closeOne(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Of a link the rights are its target's, which the operator has put elsewhere on purpose.
  if (stats === undefined || stats.isSymbolicLink() || (stats.mode & othersBits) === 0) return [];
  const mode = stats.isDirectory() ? directoryMode : fileMode;
  try {
    changeMode(path, mode);
    return [
      `Other users of this machine could read ${path}; now only this user can (mode ${mode.toString(8)}).`,
    ];
  } catch {
    // A group may be how this user comes to it: volumes of containers are so.
    if ((stats.mode & everybodyBits) === 0) return [];
    return [
      `Everybody on this machine may read ${path}, which belongs to another user; make this user its owner and chmod it to ${mode.toString(8)}, or give another directory with --data.`,
    ];
  }
}

/**
 * @param {string} path
 * @param {number} mode
 */
function changeMode(path, mode) {
  // By its descriptor, so that no link that takes its place meanwhile is followed.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}
