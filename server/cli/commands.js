import { optionList, serverOptions } from '../options/server-options.js';

/**
 * The commands of `offstage`. This is plain JavaScript without packages: the start script imports
 * it on any Node from 20 on, before anything is installed.
 *
 * @typedef {object} CommandOption
 * @property {string} name without the dashes
 * @property {string} [placeholder] placeholder for its value; without one the option is a switch
 * @property {string} help
 * @property {boolean} [isList] whether it may be repeated, which equals one value with commas
 *
 * @typedef {object} Command
 * @property {string} name
 * @property {string} usage the text after the name
 * @property {string} summary one line
 * @property {string} [more] further text for its help
 * @property {readonly [least: number, most: number]} arguments the least and the most arguments
 * that it accepts
 * @property {readonly CommandOption[]} options
 */

const { mediaDir, dataDir, postgres, pageOrigins, signingKey } = serverOptions;
const media = ofServer(mediaDir, `${mediaDir.help}, as of serve`);
const data = ofServer(dataDir, `${dataDir.help}, as of serve`);
const store = ofServer(postgres, 'where the events are stored, as of serve');

/** @type {readonly Command[]} */
export const commands = [
  {
    name: 'serve',
    usage: '[options]',
    summary: 'starts the server; the same as npm start',
    arguments: [0, 0],
    // The server reads its own options.
    options: [],
  },
  {
    name: 'add',
    usage: 'FILE… [options]',
    summary: 'puts videos into the library: renditions, poster, storyboard, captions',
    more: 'Needs ffmpeg; without it files that browsers play are added as they are.',
    arguments: [1, Number.POSITIVE_INFINITY],
    options: [
      media,
      {
        name: 'title',
        placeholder: 'TEXT',
        help: "title, in place of the file's own; for one file",
      },
      { name: 'id', placeholder: 'ID', help: '11 characters of A-Z a-z 0-9 _ -; for one file' },
      { name: 'private', help: 'plays only with a signed embed URL, and is listed nowhere' },
      { name: 'no-ladder', help: 'adds the file as it is, in its one quality' },
    ],
  },
  {
    name: 'list',
    usage: '[options]',
    summary: 'shows the videos of the library',
    arguments: [0, 0],
    options: [media, { name: 'json', help: 'as JSON, for programs' }],
  },
  {
    name: 'remove',
    usage: 'ID… [options]',
    summary: 'takes videos out of the library that add put there, with their files',
    arguments: [1, Number.POSITIVE_INFINITY],
    options: [media, { name: 'yes', help: 'does not ask first' }],
  },
  {
    name: 'publish',
    usage: '--out DIR --api URL [options]',
    summary:
      "writes the player's pages as files for a static host or a CDN, which ask the server elsewhere",
    more: `All but the first three say the same as the options of serve, and are read from the same environment variables.`,
    arguments: [0, 0],
    options: [
      {
        name: 'out',
        placeholder: 'DIR',
        help: 'where to: an empty directory, or what an earlier call has left',
      },
      { name: 'api', placeholder: 'URL', help: 'origin of the server: https://api.example.com' },
      ofServer(
        pageOrigins,
        'origins at which the pages will be, with commas; the server is started with the same',
      ),
      ...optionList
        .filter(({ isPublished }) => isPublished)
        .map((option) => ofServer(option, option.help)),
    ],
  },
  {
    name: 'token',
    usage: '[options]',
    summary: "shows where the operator's token is, and makes one if there is none",
    arguments: [0, 0],
    options: [
      data,
      { name: 'show', help: 'prints the token itself, for scripts' },
      { name: 'rotate', help: 'makes a new one; the server takes it when it starts next' },
    ],
  },
  {
    name: 'sign',
    usage: 'ID --expires 2h [options]',
    summary: 'prints a signed embed URL for a private video',
    arguments: [1, 1],
    options: [
      { name: 'expires', placeholder: 'TIME', help: 'how long it holds: 90s, 30m, 2h, 7d' },
      { name: 'domain', placeholder: 'DOMAIN', help: 'whose pages alone may embed it so' },
      { name: 'origin', placeholder: 'URL', help: "the player's origin" },
      ofServer(signingKey, "the server's key, if it was given one"),
      data,
    ],
  },
  {
    name: 'export',
    usage: 'events|log|errors [options]',
    summary: 'writes what was collected as NDJSON or CSV, also while the server runs',
    arguments: [1, 1],
    options: [
      data,
      store,
      { name: 'format', placeholder: 'ndjson|csv', help: 'ndjson without it' },
      {
        name: 'output',
        placeholder: 'FILE',
        help: 'file to write; the standard output without it',
      },
      {
        name: 'since',
        placeholder: 'TIME',
        help: 'what came then or later: 2026-01-31, 2026-01-31T12:00Z, or 2h, 7d ago',
      },
      { name: 'until', placeholder: 'TIME', help: 'what came before then' },
      { name: 'video', placeholder: 'ID', help: 'what belongs to this video; not for errors' },
    ],
  },
  {
    name: 'migrate',
    usage: '--from FILE --to URL',
    summary: 'moves a SQLite store into a PostgreSQL',
    more: `The server of the SQLite store must be stopped; that of the PostgreSQL may run. Stopped in its middle, by whatever, it goes on
from there when it is called again. OFFSTAGE_STORE in place of --to keeps a password from who reads along.`,
    arguments: [0, 0],
    options: [
      {
        name: 'from',
        placeholder: 'FILE',
        help: "the store's file, .offstage/events.sqlite for example",
      },
      {
        name: 'to',
        placeholder: 'URL',
        help: 'the database: postgres://USER:PASSWORD@HOST:PORT/DATABASE',
      },
    ],
  },
  {
    name: 'help',
    usage: '[COMMAND]',
    summary: 'explains a command',
    arguments: [0, 1],
    options: [],
  },
];

/**
 * @param {string} name
 * @returns {Command | null}
 */
export function findCommand(name) {
  return commands.find((command) => command.name === name) ?? null;
}

/**
 * A command's option that is the server's too.
 * @param {import('../options/server-option.js').ServerOption} option
 * @param {string} help
 * @returns {CommandOption}
 */
function ofServer({ name, placeholder, isList = false }, help) {
  return { name, placeholder, help, isList };
}
