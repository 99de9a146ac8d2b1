import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { signEmbed } from '../../server/access/guard/sign-embed.js';
import { findSigningKey } from '../../server/access/guard/signing-key.js';
import { commandHelp } from '../../server/cli/command-help.js';
import { isDefault } from '../../server/cli/default-note.js';
import { parseCommand } from '../../server/cli/parse-command.js';
import { makePrivateDirectory } from '../../server/options/private-files.js';
import { textWithoutArgument } from '../../server/options/server-option.js';
import { serverOptions } from '../../server/options/server-options.js';
import { codeOf } from '../../server/start/code-of.js';
import { fail } from './fail.js';
import { signWarnings } from './sign-warnings.js';

/** @typedef {ReadonlyMap<string, string>} Values */

/**
 * Prints a signed URL for a private video, and a frame with it. Standard error says which key and
 * which origin it has. A wrong argument ends the process.
 * @param {readonly string[]} args `VIDEO_ID --expires 2h …`
 */
export async function printSignedUrl(args) {
  const parsed = parseCommand(['sign', ...args]);
  if (!parsed.ok) fail(parsed.error.message, 2);
  if (parsed.value.type === 'help') {
    console.log(commandHelp(parsed.value.command, process.cwd()));
    return;
  }
  const { values, switches, arguments: positionals } = parsed.value.call;
  const [videoId = ''] = positionals;
  const { key, keySource } = findKey(values);
  const origin = values.get('origin') ?? `http://localhost:${textOf(serverOptions.port)}`;
  const asked = {
    videoId,
    life: values.get('expires') ?? '',
    domain: values.get('domain') ?? '',
    origin: origin.replace(/\/$/, ''),
  };
  // Checks the call before a key is made.
  const checked = signEmbed(asked, '', Date.now());
  if (!checked.ok) fail(checked.error, 2);
  const warnings = await signWarnings(videoId, values, process.env);
  const warn = () => {
    for (const warning of warnings) console.error(`warning: ${warning}`);
  };
  const isJson = switches.has('json');
  /** @param {{ url: string | null, frame: string | null, validUntil: string }} signed */
  const printJson = (signed) =>
    console.log(JSON.stringify({ id: videoId, ...signed, warnings }, null, 2));
  const { pages } = checked.value;
  if (switches.has('dry-run')) {
    const made = keySource.replace('which was made now', 'which would be made');
    const only = pages === null ? '' : `, for pages of ${pages},`;
    console.error(`Would sign a URL for ${origin}${only} with the key ${made}.`);
    if (isJson) printJson({ url: null, frame: null, validUntil: checked.value.until });
    warn();
    return;
  }
  const secret = key();
  const signed = signEmbed(asked, secret, Date.now());
  if (!signed.ok) fail(signed.error, 2);
  console.error(`Signed with the key ${keySource}.`);
  if (!values.has('origin'))
    console.error(`The URL is for ${origin} (default; --origin names the player's address).`);
  if (pages !== null)
    console.error(
      `Only pages of ${pages} may embed it; --domain names another port, or any with :*.`,
    );
  warn();
  const { url, frame, until } = signed.value;
  if (isJson) printJson({ url, frame, validUntil: until });
  else console.log(`${url}\n\n${frame}\n\nValid until ${until}.`);
}

/**
 * @param {Values} values
 * @returns {{ key: () => string, keySource: string }} `key` makes the key if there is none yet
 */
function findKey(values) {
  const { signingKey, dataDir } = serverOptions;
  const given = values.get(signingKey.name);
  if (given !== undefined && values.has(dataDir.name))
    fail('--data has no effect with --signing-key; leave one of them out.', 2);
  // A data directory that is named counts more than a key of the environment.
  const fromEnv = values.has(dataDir.name) ? undefined : process.env[signingKey.env] || undefined;
  const text = given ?? fromEnv;
  if (text !== undefined) {
    const source = given === undefined ? signingKey.env : `--${signingKey.name}`;
    const parsed = signingKey.parse({ text, source, cwd: process.cwd() });
    if (!parsed.ok) fail(parsed.message, 2);
    return { key: () => text, keySource: `of ${source}` };
  }
  const directory = resolve(values.get(dataDir.name) ?? textOf(dataDir));
  const file = join(directory, 'signing-key');
  const isNew = !existsSync(file);
  const chosen = isDefault(dataDir, values, process.env)
    ? ` (default; --${dataDir.name} or --${signingKey.name} names another)`
    : '';
  const made = isNew ? ', which was made now: only a server of this directory accepts it' : '';
  return { key: () => readKey(directory), keySource: `in ${file}${chosen}${made}` };
}

/** @param {string} dataDir */
function readKey(dataDir) {
  try {
    makePrivateDirectory(dataDir);
  } catch (error) {
    fail(
      `The data directory ${dataDir} cannot be created (${codeOf(error)}); choose another with --data.`,
    );
  }
  const key = findSigningKey({ signingKey: null, dataDir });
  if (!key.ok) fail(key.error.message);
  return key.value.secret;
}

/**
 * @param {import('../../server/options/server-option.js').ServerOption} option
 * @returns {string} the server's value without the option
 */
function textOf(option) {
  return textWithoutArgument(option, process.env);
}
