import { accessOptions } from './access-options.js';
import { experimentOptions } from './experiment-options.js';
import { networkOptions } from './network-options.js';
import { pageOptions } from './page-options.js';
import { runningOptions } from './running-options.js';
import { storageOptions } from './storage-options.js';

/**
 * @typedef {typeof serverOptions} DeclaredOptions
 * @typedef {import('./server-option.js').ServerOption} ServerOption
 */

/**
 * @template {ServerOption} Option
 * @typedef {Extract<ReturnType<Option['parse']>, { ok: true }>['value']} ValueOf
 */

/**
 * @typedef {{ [Key in keyof DeclaredOptions]: ValueOf<DeclaredOptions[Key]> }} ServerOptions
 */

/**
 * The server's options, each under the property that its value has in `ServerOptions`.
 * Parsing, help, documents and types come from these declarations.
 */
export const serverOptions = {
  ...networkOptions,
  ...storageOptions,
  ...pageOptions,
  ...experimentOptions,
  ...accessOptions,
  ...runningOptions,
};

/** @type {readonly { title: string, options: readonly ServerOption[] }[]} */
export const optionGroups = [
  { title: 'Network', options: Object.values(networkOptions) },
  { title: 'Videos and store', options: Object.values(storageOptions) },
  { title: 'Player pages', options: Object.values(pageOptions) },
  { title: 'Experiments', options: Object.values(experimentOptions) },
  { title: 'Access', options: Object.values(accessOptions) },
  { title: 'Running', options: Object.values(runningOptions) },
];

/** All of them, in the order of the help text. */
export const optionList = optionGroups.flatMap(({ options }) => options);
