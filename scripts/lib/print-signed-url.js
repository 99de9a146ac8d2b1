import { signEmbed } from '../../server/access/guard/sign-embed.js';
import { commandHelp } from '../../server/cli/command-help.js';
import { keyOption } from '../../server/cli/key-option.js';
import { parseCommand } from '../../server/cli/parse-command.js';
import { textWithoutArgument } from '../../server/options/server-option.js';
import { serverOptions } from '../../server/options/server-options.js';
import { fail } from './fail.js';
import { signWarnings } from './sign-warnings.js';

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
  const key = keyOption(parsed.value.call, { env: process.env, cwd: process.cwd() });
  if (!key.ok) fail(key.error.message, 2);
  const { source, read } = key.value;
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
    const made = source.replace('which was made now', 'which would be made');
    const only = pages === null ? '' : `, for pages of ${pages},`;
    console.error(`Would sign a URL for ${origin}${only} with the key ${made}.`);
    if (isJson) printJson({ url: null, frame: null, validUntil: checked.value.until });
    warn();
    return;
  }
  const secret = read();
  if (!secret.ok) fail(secret.error.message);
  const signed = signEmbed(asked, secret.value, Date.now());
  if (!signed.ok) fail(signed.error, 2);
  console.error(`Signed with the key ${source}.`);
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
 * @param {import('../../server/options/server-option.js').ServerOption} option
 * @returns {string} the server's value without the option
 */
function textOf(option) {
  return textWithoutArgument(option, process.env);
}
