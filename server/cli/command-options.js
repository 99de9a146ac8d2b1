import { serverOptions } from '../options/server-options.js';

/**
 * @typedef {object} CommandOption
 * @property {string} name without the dashes
 * @property {string} [placeholder] placeholder for its value; without one the option is a switch
 * @property {string} help
 * @property {boolean} [isList] whether it may be repeated, which equals one value with commas
 * @property {string} [separator] stands between the values of such a list instead of commas
 * @property {boolean} [isRepeatable] whether it may be repeated; values may contain commas
 *
 * @typedef {object} Command
 * @property {string} name
 * @property {string} usage the text after the name
 * @property {string} summary one line
 * @property {string} [more] further text for its help
 * @property {readonly [least: number, most: number]} arguments the least and the most arguments
 * that it accepts
 * @property {readonly CommandOption[]} options
 * @property {readonly string[]} [words] what an argument may be, for completion; default: files
 */

const { mediaDir, dataDir, stores } = serverOptions;
export const media = ofServer(mediaDir, `${mediaDir.help}, same as for serve`);
export const data = ofServer(dataDir, `${dataDir.help}, same as for serve`);
export const store = ofServer(stores, 'where events are stored, same as for serve');

export const events = ofServer(
  serverOptions.events,
  'the ClickHouse where older events are read, same as for serve',
);

export const signingKey = ofServer(
  serverOptions.signingKey,
  "the server's key, if it was started with one",
);

export const json = { name: 'json', help: 'prints JSON' };
export const dryRun = { name: 'dry-run', help: 'shows what would be done, and changes nothing' };

export const asPrivate = {
  name: 'private',
  help: 'the video plays only with a signed embed URL and is not listed',
};

export const origin = {
  name: 'origin',
  placeholder: 'URL',
  help: "the player's origin, for the printed embed URL",
};

/** Parts of a video that the user gives as files. */
export const parts = [
  {
    name: 'captions',
    placeholder: 'LANGUAGE=FILE',
    help: 'WebVTT or SRT captions of a language, such as en=words.vtt; may be repeated',
    isRepeatable: true,
  },
  { name: 'poster', placeholder: 'FILE', help: 'a JPEG, PNG or WebP' },
  {
    name: 'chapters',
    placeholder: 'FILE',
    help: 'a line such as "1:30 The harbour" for each chapter, or WebVTT',
  },
];

/**
 * A command's option that is the server's too.
 * @param {import('../options/server-option.js').ServerOption} option
 * @param {string} help
 * @returns {CommandOption}
 */
export function ofServer({ name, placeholder, isList = false, separator = ',' }, help) {
  return { name, placeholder, help, isList, separator };
}
