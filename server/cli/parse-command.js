import { parseArgs } from 'node:util';
import { failure } from '../options/failure.js';
import { shellWord } from '../options/shell-word.js';
import { commands, findCommand } from './commands.js';

/** Between the values of an option that may be repeated; no file name contains it. */
export const listSeparator = '\0';

/**
 * A parsed command line, checked without reading any file.
 * @typedef {object} Call
 * @property {import('./commands.js').Command} command
 * @property {readonly string[]} arguments
 * @property {ReadonlyMap<string, string>} values of the options that take one
 * @property {ReadonlySet<string>} switches those that were given
 * @property {readonly string[]} rest everything after the command's name
 */

/**
 * @param {readonly string[]} argv arguments after the script's name
 * @returns {{ ok: true, value: { type: 'call', call: Call }
 *   | { type: 'help', command: import('./commands.js').Command | null } }
 *   | { ok: false, error: { code: string, message: string } }} codes `UNKNOWN_COMMAND`,
 *   `UNKNOWN_OPTION`, `MISSING_VALUE`, `UNEXPECTED_VALUE`, `REPEATED_OPTION`, `MISSING_ARGUMENT`,
 *   `UNEXPECTED_ARGUMENT`
 */
export function parseCommand(argv) {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h') return helpOf(null);
  const command = findCommand(name);
  if (command === null) return unknownCommand(name);
  // The server parses its own options.
  if (command.name === 'serve')
    return rest.includes('--help') || rest.includes('-h')
      ? helpOf(command)
      : called({ command, rest });
  const read = readArguments(command, rest);
  if (!read.ok) return read;
  if (read.value === 'help') return helpOf(command);
  const given = read.value;
  const count = given.arguments.length;
  const [least, most] = command.arguments;
  const usage = `usage: offstage ${command.name} ${command.usage}`;
  if (count < least)
    return failure('MISSING_ARGUMENT', `offstage ${command.name} needs more arguments; ${usage}`);
  if (count > most)
    return failure(
      'UNEXPECTED_ARGUMENT',
      `Unexpected argument "${given.arguments[most]}"; ${usage}`,
    );
  if (command.name !== 'help') return called({ command, rest, ...given });
  const [about] = given.arguments;
  if (about === undefined) return helpOf(null);
  const wanted = findCommand(about);
  return wanted === null ? unknownCommand(about) : helpOf(wanted);
}

/**
 * @param {{ command: import('./commands.js').Command, rest: readonly string[] }
 *   & Partial<Call>} call
 */
function called(call) {
  const empty = { arguments: [], values: new Map(), switches: new Set() };
  return {
    ok: /** @type {const} */ (true),
    value: { type: /** @type {const} */ ('call'), call: { ...empty, ...call } },
  };
}

/** @param {import('./commands.js').Command | null} command */
function helpOf(command) {
  return {
    ok: /** @type {const} */ (true),
    value: { type: /** @type {const} */ ('help'), command },
  };
}

/**
 * @param {import('./commands.js').Command} command
 * @param {readonly string[]} argv
 * @returns {{ ok: true, value: Pick<Call, 'arguments' | 'values' | 'switches'> | 'help' }
 *   | { ok: false, error: { code: string, message: string } }}
 */
function readArguments(command, argv) {
  const known = new Map(command.options.map((option) => [option.name, option]));
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        command.options.map(({ name, placeholder }) => [
          name,
          {
            type:
              placeholder === undefined
                ? /** @type {const} */ ('boolean')
                : /** @type {const} */ ('string'),
          },
        ]),
      ),
    },
    strict: false,
    tokens: true,
  });
  const given = { arguments: /** @type {string[]} */ ([]), values: new Map(), switches: new Set() };
  for (const token of tokens) {
    if (token.kind === 'positional') given.arguments.push(token.value);
    if (token.kind !== 'option') continue;
    const word = argv[token.index] ?? '';
    // `-holiday.mp4` is no call for help.
    if (token.name === 'help' && (token.rawName === '--help' || word === '-h'))
      return { ok: true, value: 'help' };
    const option = known.get(token.name);
    if (option === undefined)
      return failure(
        'UNKNOWN_OPTION',
        `Unknown option ${word.startsWith('--') ? token.rawName : word}; offstage ${command.name} --help lists the options.${dashHint(command, word)}`,
      );
    if (option.placeholder === undefined) {
      if (token.value !== undefined)
        return failure('UNEXPECTED_VALUE', `${token.rawName} takes no value.`);
      if (given.switches.has(option.name)) return repeated(token.rawName);
      given.switches.add(option.name);
      continue;
    }
    const isNextOption = !token.inlineValue && token.value?.startsWith('--');
    if (token.value === undefined || token.value === '' || isNextOption)
      return failure(
        'MISSING_VALUE',
        `${token.rawName} needs a value: --${option.name} ${option.placeholder}.`,
      );
    const before = given.values.get(option.name);
    if (before !== undefined && !option.isList && !option.isRepeatable)
      return repeated(token.rawName);
    const { separator = option.isList ? ',' : listSeparator } = option;
    given.values.set(
      option.name,
      before === undefined ? token.value : `${before}${separator}${token.value}`,
    );
  }
  return { ok: true, value: given };
}

/** @param {string} option as it was written */
function repeated(option) {
  return failure('REPEATED_OPTION', `${option} is given twice; give it once.`);
}

/**
 * @param {import('./commands.js').Command} command
 * @param {string} word
 * @returns {string} a sentence, if the unknown option may be a file or a video id
 */
function dashHint({ name, arguments: [, most] }, word) {
  const isName = /^-[^-]/.test(word) || /^[\w-]{11}$/.test(word);
  return most > 0 && isName
    ? ` If it is a name, write -- before it: npx offstage ${name} -- ${shellWord(word)}`
    : '';
}

/** @param {string} name */
function unknownCommand(name) {
  return failure(
    'UNKNOWN_COMMAND',
    `Unknown command "${name}"; the commands are ${commands.map((command) => command.name).join(', ')}.`,
  );
}
