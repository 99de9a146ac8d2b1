import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { signEmbed } from '../../server/access/guard/sign-embed.js';
import { findSigningKey } from '../../server/access/guard/signing-key.js';
import { textWithoutArgument } from '../../server/options/server-option.js';
import { serverOptions } from '../../server/options/server-options.js';
import { fail } from './fail.js';

const text = /** @type {const} */ ({ type: 'string' });

/**
 * Prints a signed URL for a private video, and a frame with it. A wrong argument ends the process.
 * @param {readonly string[]} args `VIDEO_ID --expires 2h …`
 * @param {string} command the command as the user called it
 */
export function printSignedUrl(args, command) {
  const usage = `Usage: ${command} VIDEO_ID --expires 2h [--domain example.com] [--origin https://player.example]
                          [--signing-key KEY | --data DIR]`;
  const { values, positionals } = readArguments(args, usage);
  const [videoId, ...others] = positionals;
  if (videoId === undefined || others.length > 0) fail(usage, 2);
  const dataDir = resolve(values.data ?? defaultOf(serverOptions.dataDir));
  const signingKey = (values['signing-key'] ?? defaultOf(serverOptions.signingKey)) || null;
  if (signingKey === null) mkdirSync(dataDir, { recursive: true });
  const key = findSigningKey({ signingKey, dataDir });
  if (!key.ok) fail(key.error.message);
  const signed = signEmbed(
    {
      videoId,
      life: values.expires ?? '',
      domain: values.domain ?? '',
      origin: values.origin ?? `http://localhost:${defaultOf(serverOptions.port)}`,
    },
    key.value.secret,
    Date.now(),
  );
  if (!signed.ok) fail(`${signed.error}\n${usage}`, 2);
  console.log(`${signed.value.url}\n\n${signed.value.frame}\n\nValid until ${signed.value.until}.`);
}

/**
 * @param {import('../../server/options/server-option.js').ServerOption} option
 * @returns the server's value without the option
 */
function defaultOf(option) {
  return textWithoutArgument(option, process.env);
}

/**
 * @param {readonly string[]} args
 * @param {string} usage
 */
function readArguments(args, usage) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { expires: text, domain: text, origin: text, 'signing-key': text, data: text },
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n${usage}`, 2);
  }
}
