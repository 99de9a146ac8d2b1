import { helpText } from '../options/help-text.js';
import { commands } from './commands.js';
import { exitCodes } from './exit-codes.js';

/**
 * @param {import('./commands.js').Command | null} command `null` for the overview of all commands
 * @param {string} cwd working directory; directories below it are shown relative to it
 * @returns {string}
 */
export function commandHelp(command, cwd) {
  if (command === null) return overview();
  if (command.name === 'serve') return helpText(cwd, 'offstage serve [options]');
  const rows = [
    ...command.options.map(({ name, placeholder, help }) => ({
      usage: placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`,
      help,
    })),
    { usage: '--help', help: 'show this text' },
  ];
  const more = command.more === undefined ? [] : [command.more, ''];
  return [
    `Usage: offstage ${command.name} ${command.usage}`,
    '',
    `${command.name} ${command.summary}.`,
    '',
    ...more,
    ...table(rows),
  ].join('\n');
}

function overview() {
  return [
    'Usage: offstage COMMAND [options]',
    '',
    ...table(commands.map(({ name, summary }) => ({ usage: name, help: summary }))),
    '',
    'offstage COMMAND --help explains a command; offstage --version shows the version.',
    'Exit codes:',
    ...exitCodes.map(({ code, meaning }) => `  ${code}  ${meaning}`),
  ].join('\n');
}

/** @param {readonly { usage: string, help: string }[]} rows */
function table(rows) {
  const width = Math.max(...rows.map(({ usage }) => usage.length)) + 2;
  return rows.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`);
}
