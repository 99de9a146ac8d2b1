import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failure } from './failure.js';
import { parseGuardOptions } from './guard/guard-options.js';
import { optionList } from './option-list.js';
import { parseCspExtra } from './parse-csp-extra.js';
import { parseSubnets } from './parse-subnets.js';
import { parseWebOrigins } from './parse-web-origin.js';
import { parseRunningOptions } from './running-options.js';
import { parseStoreOptions } from './store/store-options.js';

/**
 * The server's options. Plain JavaScript without packages, because the start script reads them on any Node from 20 on,
 * before anything is installed.
 */

/**
 * @typedef {OwnOptions & import('./guard/guard-options.js').GuardOptions & import('./store/store-options.js').StoreOptions & import('./running-options.js').RunningOptions} ServerOptions
 *
 * @typedef {object} OwnOptions
 * @property {number} port of the embed origin; 0 takes a free one
 * @property {number} demoPort of the demo origin; 0 takes a free one
 * @property {string} host name or address to listen on; `localhost` is both loopback addresses
 * @property {string} mediaDir absolute path
 * @property {string} dataDir absolute path
 * @property {string | null} token of the operator; whoever reads the telemetry must then send it
 * @property {boolean} isTelemetryOn whether players log events, and the intake takes them
 * @property {boolean} isConsentRequired whether players wait for the viewer's consent
 * @property {string | null} privateHost host name whose embeds are private
 * @property {string} brand shown in page titles
 * @property {string | null} cmcd URL of the operator's collector of CMCD reports
 * @property {boolean | string} botDetection whether players run this server's script, or the URL of another one
 * @property {string | null} adStatus URL of the ads provider's script that players try to fetch
 * @property {string | null} pageConfigFile absolute path of the operator's part of the page config
 * @property {string | null} loggedInHeader name of the request header that says whether a visitor is signed in
 * @property {string | null} apiKey that calls of the API must have in their query; players get it with their page
 * @property {number} rateLimit requests a minute that one client address may send; 0 for any number
 * @property {readonly string[]} pageOrigins origins of the player's pages on other hosts; once there is one, pages of all others are refused
 * @property {Readonly<Record<string, readonly string[]>>} cspExtra sources that the player page's Content-Security-Policy has besides, by directive
 * @property {readonly string[]} trustedProxies CIDR blocks of the proxies whose `X-Forwarded-For` and `-Proto` are believed
 */

/** The page config carries the brand and takes no longer one. */
const brandMaxChars = 100;

/**
 * @param {readonly string[]} argv arguments after the script's name
 * @param {Readonly<Record<string, string | undefined>>} env an empty variable counts as not set
 * @param {string} cwd absolute path to which relative directories belong
 * @returns {{ ok: true, value: ServerOptions | 'help' } | { ok: false, error: { code: string, message: string } }}
 *   `help` when the user asks for the help text; codes `UNKNOWN_OPTION`, `UNEXPECTED_ARGUMENT`, `MISSING_VALUE`,
 *   `INVALID_VALUE`, `SAME_PORT`
 */
export function parseOptions(argv, env, cwd = process.cwd()) {
  const given = readArguments(argv);
  if (!given.ok) return given;
  if (given.value === 'help') return { ok: true, value: 'help' };
  const texts = given.value;
  /** @param {string} name */
  const textOf = (name) => {
    const option = optionList.find((known) => known.name === name);
    if (option === undefined) throw new Error(`no option ${name}`);
    const argument = texts.get(name);
    if (argument !== undefined) return { text: argument, source: `--${name}` };
    return { text: env[option.env] || option.fallback, source: option.env };
  };

  const port = parsePort(textOf('port'));
  if (!port.ok) return port;
  const demoPort = parsePort(textOf('demo-port'));
  if (!demoPort.ok) return demoPort;
  if (port.value === demoPort.value && port.value !== 0) {
    return failure(
      'SAME_PORT',
      `--port and --demo-port are both ${port.value}; give the two origins different ports, for example --demo-port ${port.value === 65_535 ? 65_534 : port.value + 1}.`,
    );
  }
  const token = textOf('token');
  if (!/^[\x21-\x7e]*$/.test(token.text)) {
    return failure(
      'INVALID_VALUE',
      `${token.source} must be visible ASCII characters without spaces, because it travels in an HTTP header.`,
    );
  }
  const telemetry = textOf('telemetry');
  if (telemetry.text !== 'on' && telemetry.text !== 'off') {
    return failure(
      'INVALID_VALUE',
      `${telemetry.source} "${telemetry.text}" is not understood; give on or off.`,
    );
  }
  const consent = textOf('consent');
  if (consent.text !== 'granted' && consent.text !== 'required') {
    return failure(
      'INVALID_VALUE',
      `${consent.source} "${consent.text}" is not understood; give granted or required.`,
    );
  }
  const privateHost = textOf('private-host');
  if (!/^([a-z\d]([a-z\d-]*[a-z\d])?(\.|$))*$/i.test(privateHost.text)) {
    return failure(
      'INVALID_VALUE',
      `${privateHost.source} "${privateHost.text}" is no host name; give one without scheme and port, for example nocookie.example.com.`,
    );
  }
  const brand = textOf('brand');
  if (brand.text.length > brandMaxChars) {
    return failure(
      'INVALID_VALUE',
      `${brand.source} has ${brand.text.length} characters; give a name of at most ${brandMaxChars}.`,
    );
  }
  const cmcd = textOf('cmcd');
  if (cmcd.text !== '' && !isSafeUrl(cmcd.text)) {
    return failure(
      'INVALID_VALUE',
      `${cmcd.source} "${cmcd.text}" cannot be a collector; give an https URL without a user name.`,
    );
  }
  const botDetection = textOf('bot-detection');
  const isUrl = isSafeUrl(botDetection.text);
  if (!isUrl && botDetection.text !== 'on' && botDetection.text !== 'off') {
    return failure(
      'INVALID_VALUE',
      `${botDetection.source} "${botDetection.text}" is not understood; give on, off, or an https URL without a user name.`,
    );
  }
  const adStatus = textOf('ad-status');
  if (adStatus.text !== '' && !isSafeUrl(adStatus.text)) {
    return failure(
      'INVALID_VALUE',
      `${adStatus.source} "${adStatus.text}" cannot be a script; give an https URL without a user name.`,
    );
  }
  const loggedInHeader = textOf('logged-in-header');
  if (!/^[A-Za-z0-9-]{0,100}$/.test(loggedInHeader.text)) {
    return failure(
      'INVALID_VALUE',
      `${loggedInHeader.source} "${loggedInHeader.text}" is not the name of a header; give one such as X-Forwarded-User.`,
    );
  }
  const apiKey = textOf('api-key');
  if (!/^[\x21-\x7e]{0,500}$/.test(apiKey.text)) {
    return failure(
      'INVALID_VALUE',
      `${apiKey.source} is not understood; give at most 500 visible ASCII characters without spaces, because it travels in addresses.`,
    );
  }
  const rateLimit = textOf('rate-limit');
  if (!/^\d{1,9}$/.test(rateLimit.text)) {
    return failure(
      'INVALID_VALUE',
      `${rateLimit.source} "${rateLimit.text}" is no number of requests; give a whole number a minute such as 30000, or 0 for no limit.`,
    );
  }
  const running = parseRunningOptions(textOf);
  if (!running.ok) return failure('INVALID_VALUE', running.message);
  const guard = parseGuardOptions(textOf);
  if (!guard.ok) return failure('INVALID_VALUE', guard.message);
  const store = parseStoreOptions(textOf);
  if (!store.ok) return failure('INVALID_VALUE', store.message);
  const trustedProxy = textOf('trusted-proxy');
  const trustedProxies = parseSubnets(trustedProxy.text);
  if (trustedProxies === null) {
    return failure(
      'INVALID_VALUE',
      `${trustedProxy.source} "${trustedProxy.text}" is not understood; give addresses or CIDR blocks with commas between them, for example loopback,10.0.0.0/8.`,
    );
  }
  const pageOrigins = parseWebOrigins(textOf('page-origin'));
  if (!pageOrigins.ok) return failure('INVALID_VALUE', pageOrigins.message);
  const csp = textOf('csp-extra');
  const cspExtra = parseCspExtra(csp.text);
  if (!cspExtra.ok) return failure('INVALID_VALUE', `${csp.source}: ${cspExtra.message}`);
  const pageConfig = textOf('page-config').text;
  return {
    ok: true,
    value: {
      port: port.value,
      demoPort: demoPort.value,
      host: textOf('host').text,
      mediaDir: resolve(cwd, textOf('media').text),
      dataDir: resolve(cwd, textOf('data').text),
      token: token.text === '' ? null : token.text,
      isTelemetryOn: telemetry.text === 'on',
      isConsentRequired: consent.text === 'required',
      privateHost: privateHost.text === '' ? null : privateHost.text.toLowerCase(),
      brand: brand.text,
      cmcd: cmcd.text === '' ? null : cmcd.text,
      botDetection: isUrl ? botDetection.text : botDetection.text === 'on',
      adStatus: adStatus.text === '' ? null : adStatus.text,
      pageConfigFile: pageConfig === '' ? null : resolve(cwd, pageConfig),
      loggedInHeader: loggedInHeader.text === '' ? null : loggedInHeader.text,
      apiKey: apiKey.text === '' ? null : apiKey.text,
      rateLimit: Number(rateLimit.text),
      ...guard.value,
      ...running.value,
      ...store.value,
      trustedProxies,
      pageOrigins: pageOrigins.value,
      cspExtra: cspExtra.value,
    },
  };
}

/**
 * Players check a collector again, by the same rule: `collectorPattern` in `shared/playback-report.ts`.
 * @param {string} text
 */
function isSafeUrl(text) {
  if (text.length > 2_000) return false;
  return /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/i.test(
    text,
  );
}

/**
 * @param {readonly string[]} argv
 * @returns {{ ok: true, value: Map<string, string> | 'help' } | { ok: false, error: { code: string, message: string } }}
 */
function readArguments(argv) {
  const { tokens } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        optionList.map(({ name }) => [name, { type: /** @type {const} */ ('string') }]),
      ),
    },
    strict: false,
    tokens: true,
  });
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const token of tokens) {
    if (token.kind === 'positional') {
      return failure(
        'UNEXPECTED_ARGUMENT',
        `Unexpected argument "${token.value}"; options start with two dashes, see --help.`,
      );
    }
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { ok: true, value: 'help' };
    const option = optionList.find(({ name }) => name === token.name);
    if (option === undefined) {
      return failure(
        'UNKNOWN_OPTION',
        `Unknown option ${token.rawName}; --help lists the known ones.`,
      );
    }
    const isNextOption = !token.inlineValue && token.value?.startsWith('--');
    if (token.value === undefined || token.value === '' || isNextOption) {
      return failure('MISSING_VALUE', `${token.rawName} needs a value; see --help.`);
    }
    const before = option.isList ? texts.get(token.name) : undefined;
    texts.set(token.name, before === undefined ? token.value : `${before},${token.value}`);
  }
  return { ok: true, value: texts };
}

/**
 * @param {{ text: string, source: string }} given
 * @returns {{ ok: true, value: number } | { ok: false, error: { code: string, message: string } }}
 */
function parsePort({ text, source }) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return { ok: true, value: port };
  return failure(
    'INVALID_VALUE',
    `${source} "${text}" is not a port; give a number from 0 to 65535.`,
  );
}
