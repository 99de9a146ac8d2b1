import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSigningKey } from '../access/guard/signing-key.js';
import { makePrivateDirectory } from '../options/private-files.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import { codeOf } from '../start/code-of.js';
import { isDefault } from './default-note.js';

/**
 * @typedef {object} ChosenKey
 * @property {string} source where it comes from, after "the key"
 * @property {() => { ok: true, value: string } | { ok: false, error: { message: string } }} read
 *   makes the key if there is none yet
 */

/**
 * The server's signing key as a call names it: `--signing-key`, `--data`, the environment, or the
 * data directory.
 * @param {{ values: ReadonlyMap<string, string> }} call
 * @param {{ env: NodeJS.ProcessEnv, cwd: string }} deps
 * @returns {{ ok: true, value: ChosenKey } | { ok: false, error: { message: string } }}
 */
export function keyOption({ values }, { env, cwd }) {
  const { signingKey, dataDir } = serverOptions;
  const given = values.get(signingKey.name);
  if (given !== undefined && values.has(dataDir.name))
    return wrong('--data has no effect with --signing-key; leave one of them out.');
  // A data directory that is named counts more than a key of the environment.
  const fromEnv = values.has(dataDir.name) ? undefined : env[signingKey.env] || undefined;
  const text = given ?? fromEnv;
  if (text !== undefined) {
    const source = given === undefined ? signingKey.env : `--${signingKey.name}`;
    const parsed = signingKey.parse({ text, source, cwd });
    if (!parsed.ok) return wrong(parsed.message);
    return { ok: true, value: { source: `of ${source}`, read: () => ({ ok: true, value: text }) } };
  }
  const directory = resolve(cwd, values.get(dataDir.name) ?? textWithoutArgument(dataDir, env));
  const file = join(directory, 'signing-key');
  const isNew = !existsSync(file);
  const chosen = isDefault(dataDir, values, env)
    ? ` (default; --${dataDir.name} or --${signingKey.name} names another)`
    : '';
  const made = isNew ? ', which was made now: only a server of this directory accepts it' : '';
  return {
    ok: true,
    value: { source: `in ${file}${chosen}${made}`, read: () => readKey(directory) },
  };
}

/** @param {string} dataDir */
function readKey(dataDir) {
  try {
    makePrivateDirectory(dataDir);
  } catch (error) {
    return wrong(
      `The data directory ${dataDir} cannot be created (${codeOf(error)}); choose another with --data.`,
    );
  }
  const key = findSigningKey({ signingKey: null, dataDir });
  return key.ok ? { ok: /** @type {const} */ (true), value: key.value.secret } : key;
}

/** @param {string} message */
function wrong(message) {
  return { ok: /** @type {const} */ (false), error: { message } };
}
