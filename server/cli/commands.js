import { optionList, serverOptions } from '../options/server-options.js';
import {
  data,
  dryRun,
  events,
  json,
  media,
  ofServer,
  signingKey,
  store,
} from './command-options.js';
import { libraryCommands } from './library-commands.js';

/**
 * The commands of `offstage`. This is plain JavaScript without packages: the start script imports
 * it on any Node from 20 on, before anything is installed.
 *
 * @typedef {import('./command-options.js').CommandOption} CommandOption
 * @typedef {import('./command-options.js').Command} Command
 */

const { pageOrigins } = serverOptions;

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
  ...libraryCommands,
  {
    name: 'publish',
    usage: '--out DIR --api URL [options]',
    summary:
      "writes the player's pages as files for a static host or a CDN; they call the API of your server",
    more: `All options after --dry-run, and --page-origin, are the same as for serve, with the same environment variables.`,
    arguments: [0, 0],
    options: [
      {
        name: 'out',
        placeholder: 'DIR',
        help: 'output directory: empty, or written by an earlier publish',
      },
      { name: 'api', placeholder: 'URL', help: 'origin of the server: https://api.example.com' },
      ofServer(
        pageOrigins,
        'origins of the published pages, separated by commas; start the server with the same value',
      ),
      json,
      dryRun,
      ...optionList
        .filter(({ isPublished }) => isPublished)
        .map((option) => ofServer(option, option.help)),
    ],
  },
  {
    name: 'token',
    usage: '[options]',
    summary: "shows the file with the operator's token, and creates a token if there is none",
    arguments: [0, 0],
    options: [
      data,
      { name: 'show', help: 'prints the token, for scripts' },
      { name: 'rotate', help: 'creates a new token; the server uses it after a restart' },
      json,
      dryRun,
    ],
  },
  {
    name: 'sign',
    usage: 'ID --expires 2h [options]',
    summary: 'prints a signed embed URL for a private video',
    arguments: [1, 1],
    options: [
      { name: 'expires', placeholder: 'TIME', help: 'how long the URL is valid: 90s, 30m, 2h, 7d' },
      {
        name: 'domain',
        placeholder: 'DOMAIN',
        help: 'only pages of this domain may embed it, with their port: example.com, localhost:5100',
      },
      { name: 'origin', placeholder: 'URL', help: "the player's origin" },
      signingKey,
      data,
      media,
      json,
      dryRun,
    ],
  },
  {
    name: 'export',
    usage: 'events|log|errors [options]',
    summary: 'exports collected data as NDJSON or CSV, also while the server runs',
    arguments: [1, 1],
    words: ['events', 'log', 'errors'],
    options: [
      data,
      store,
      events,
      { name: 'format', placeholder: 'ndjson|csv', help: 'default: ndjson' },
      {
        name: 'output',
        placeholder: 'FILE',
        help: 'file to write; default: standard output',
      },
      {
        name: 'since',
        placeholder: 'TIME',
        help: 'received at or after this time: 2026-01-31, 2026-01-31T12:00Z, or 2h, 7d ago',
      },
      { name: 'until', placeholder: 'TIME', help: 'received before this time' },
      { name: 'video', placeholder: 'ID', help: 'only this video; not for errors' },
      { name: 'json', help: 'prints JSON about the written file, or about a dry run' },
      dryRun,
    ],
  },
  {
    name: 'backup',
    usage: '--output FILE [options]',
    summary: 'writes a backup of the event store, also while the server runs',
    arguments: [0, 0],
    options: [
      { name: 'output', placeholder: 'FILE', help: 'file to write; it must not exist yet' },
      data,
      store,
      json,
      dryRun,
    ],
  },
  {
    name: 'restore',
    usage: 'FILE [options]',
    summary: 'restores a backup where no event store is yet',
    arguments: [1, 1],
    options: [data, store, json, dryRun],
  },
  {
    name: 'rebuild',
    usage: '[options]',
    summary: 'computes the reports again from the stored events, also while the server runs',
    arguments: [0, 0],
    options: [data, store, events, json, dryRun],
  },
  {
    name: 'migrate',
    usage: '--from FILE --to URL',
    summary: 'moves a SQLite store into PostgreSQL',
    more: `Stop the server of the SQLite store first; the server of the PostgreSQL store may run. After an interruption, run the command
again to continue. Use OFFSTAGE_STORE instead of --to to keep the password out of process lists.`,
    arguments: [0, 0],
    options: [
      {
        name: 'from',
        placeholder: 'FILE',
        help: "the store's file, for example .offstage/events.sqlite",
      },
      {
        name: 'to',
        placeholder: 'URL',
        help: 'the database: postgres://USER:PASSWORD@HOST:PORT/DATABASE',
      },
      json,
      dryRun,
    ],
  },
  {
    name: 'doctor',
    usage: '[options]',
    summary: 'checks an installation, and explains each problem with its solution',
    more: `All options but the first two are the same as for serve, with the same environment variables.
It changes nothing. Exit codes: 0 no problem, perhaps warnings; 1 problems; 2 wrong options.`,
    arguments: [0, 0],
    options: [
      {
        name: 'origin',
        placeholder: 'URL',
        help: 'public address of the player, to check proxy, certificate and clock: https://video.example',
      },
      json,
      ...optionList.map((option) => ofServer(option, option.help)),
    ],
  },
  {
    name: 'completion',
    usage: 'bash|zsh',
    summary: 'prints a script that completes commands and options in your shell',
    more: 'In ~/.bashrc: source <(offstage completion bash). In ~/.zshrc, after compinit: source <(offstage completion zsh).',
    arguments: [1, 1],
    words: ['bash', 'zsh'],
    options: [],
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
