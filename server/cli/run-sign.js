import { signEmbed } from '../access/guard/sign-embed.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import { keyOption } from './key-option.js';
import { signWarnings } from './sign-warnings.js';

/** @typedef {import('./command-deps.ts').CommandDeps} CommandDeps */

/**
 * `offstage sign VIDEO_ID` prints a signed URL for a private video, and a frame with it. Standard
 * error says which key and which origin it has.
 * @param {import('./parse-command.js').Call} call
 * @param {Pick<CommandDeps, 'env' | 'cwd' | 'stdout' | 'stderr' | 'now'>} deps
 * @returns {Promise<number>} the exit code
 */
export async function runSign(call, { env, cwd, stdout, stderr, now }) {
  /** @param {string} sentence */
  const say = (sentence) => stderr.write(`${sentence}\n`);
  /**
   * @param {string} sentence
   * @param {number} code
   */
  const fail = (sentence, code) => {
    say(sentence);
    return code;
  };
  const { values, switches } = call;
  const [videoId = ''] = call.arguments;
  const key = keyOption(call, { env, cwd });
  if (!key.ok) return fail(key.error.message, usageExitCode);
  const { source, read } = key.value;
  const origin =
    values.get('origin') ?? `http://localhost:${textWithoutArgument(serverOptions.port, env)}`;
  const asked = {
    videoId,
    life: values.get('expires') ?? '',
    domain: values.get('domain') ?? '',
    origin: origin.replace(/\/$/, ''),
  };
  // Checks the call before a key is made.
  const checked = signEmbed(asked, '', now());
  if (!checked.ok) return fail(checked.error, usageExitCode);
  const warnings = await signWarnings(videoId, values, { env, cwd });
  const warn = () => {
    for (const warning of warnings) say(`warning: ${warning}`);
  };
  const isJson = switches.has('json');
  /** @param {{ url: string | null, frame: string | null, validUntil: string }} signed */
  const printJson = (signed) =>
    stdout.write(`${JSON.stringify({ id: videoId, ...signed, warnings }, null, 2)}\n`);
  const { pages } = checked.value;
  if (switches.has('dry-run')) {
    const made = source.replace('which was made now', 'which would be made');
    const only = pages === null ? '' : `, for pages of ${pages},`;
    say(`Would sign a URL for ${origin}${only} with the key ${made}.`);
    if (isJson) printJson({ url: null, frame: null, validUntil: checked.value.until });
    warn();
    return 0;
  }
  const secret = read();
  if (!secret.ok) return fail(secret.error.message, failureExitCode);
  const signed = signEmbed(asked, secret.value, now());
  if (!signed.ok) return fail(signed.error, usageExitCode);
  say(`Signed with the key ${source}.`);
  if (!values.has('origin'))
    say(`The URL is for ${origin} (default; --origin names the player's address).`);
  if (pages !== null)
    say(`Only pages of ${pages} may embed it; --domain names another port, or any with :*.`);
  warn();
  const { url, frame, until } = signed.value;
  if (isJson) printJson({ url, frame, validUntil: until });
  else stdout.write(`${url}\n\n${frame}\n\nValid until ${until}.\n`);
  return 0;
}
