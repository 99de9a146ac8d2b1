import { optionList } from '../../options/server-options.js';
import { commands } from '../commands.js';

/**
 * A command as a shell completes it.
 * @typedef {object} CompletedCommand
 * @property {string} name
 * @property {string} summary
 * @property {readonly CompletedOption[]} options
 * @property {readonly string[] | 'files' | 'nothing'} argument what an argument may be
 *
 * @typedef {object} CompletedOption
 * @property {string} name without the dashes
 * @property {string} help
 * @property {readonly string[] | 'files' | 'directories' | 'text' | null} value what its value may
 *   be; `null` for a switch
 */

/** @returns {CompletedCommand[]} all commands with their options, those of `serve` included */
export function completedCommands() {
  return commands.map(({ name, summary, options, arguments: [, most], words }) => ({
    name,
    summary,
    options: [...(name === 'serve' ? optionList : options), helpOption].map((option) => ({
      name: option.name,
      help: option.help,
      value: completedValue(option.placeholder),
    })),
    argument: argumentOf(name, most, words),
  }));
}

const helpOption = { name: 'help', help: 'show the help', placeholder: undefined };

/**
 * @param {string} name
 * @param {number} most
 * @param {readonly string[]} [words]
 */
function argumentOf(name, most, words) {
  if (name === 'help') return commands.map((command) => command.name);
  if (most === 0) return 'nothing';
  return words ?? 'files';
}

/**
 * @param {string | undefined} placeholder `DIR`, `FILE`, `on|off`, `sqlite|URL`, …
 * @returns {CompletedOption['value']}
 */
function completedValue(placeholder) {
  if (placeholder === undefined) return null;
  if (placeholder === 'DIR') return 'directories';
  if (placeholder.endsWith('FILE')) return 'files';
  // Capitals stand for a value of the user's own.
  const words = placeholder.split('|').filter((word) => /^[a-z-]+$/.test(word));
  return words.length > 0 ? words : 'text';
}
