import { shellWord } from '../options/shell-word.js';

/**
 * @param {string} name
 * @param {string} videoId
 * @param {readonly string[]} options words of a shell
 * @returns {string} a command about a video that users can paste into a shell. `--` precedes an id
 *   that looks like an option
 */
export function printedCommand(name, videoId, options) {
  const words = videoId.startsWith('-') ? [...options, '--', videoId] : [videoId, ...options];
  return ['npx offstage', name, ...words].join(' ');
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {string} the option with its value, for a shell; `--NAME=` lets a value begin with
 *   dashes
 */
export function printedOption(name, value) {
  return `--${name}${value.startsWith('--') ? '=' : ' '}${shellWord(value)}`;
}
