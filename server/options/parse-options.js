import { parseArgs } from 'node:util';
import { textWithoutArgument } from './server-option.js';
import { optionList, serverOptions } from './server-options.js';

/**
 * @typedef {import('./server-options.js').ServerOptions} ServerOptions
 * @typedef {import('./server-option.js').ServerOption} ServerOption
 * @typedef {{ ok: false, error: { code: string, message: string } }} Mistake
 */

/**
 * @param {readonly string[]} argv arguments after the script's name
 * @param {Readonly<Record<string, string | undefined>>} env an empty variable counts as not set
 * @param {string} cwd absolute path to which relative directories belong
 * @returns {{ ok: true, value: ServerOptions | 'help' } | Mistake}
 *   `help` when the user asks for the help text; codes `UNKNOWN_OPTION`, `UNEXPECTED_ARGUMENT`,
 *   `MISSING_VALUE`, `REPEATED_OPTION`, `INVALID_VALUE`, `SAME_PORT`
 */
export function parseOptions(argv, env, cwd = process.cwd()) {
  const given = readArguments(argv);
  if (!given.ok) return given;
  if (given.value === 'help') return { ok: true, value: 'help' };
  const texts = given.value;
  /** @param {ServerOption} option */
  const givenFor = (option) => {
    const argument = texts.get(option.name);
    return argument === undefined
      ? { text: textWithoutArgument(option, env), source: option.env, cwd }
      : { text: argument, source: `--${option.name}`, cwd };
  };

  /** @type {Record<string, unknown>} */
  const values = {};
  for (const [property, option] of Object.entries(serverOptions)) {
    const parsed = option.parse(givenFor(option));
    if (!parsed.ok) return mistake('INVALID_VALUE', parsed.message);
    values[property] = parsed.value;
  }
  // Each value comes from its option's own parser, under its option's own property.
  const options = /** @type {ServerOptions} */ (values);

  const { port, demoPort, stores, replica, events, inboxDays, experiments, retreats } = options;
  if (port === demoPort && port !== 0)
    return mistake(
      'SAME_PORT',
      `--port and --demo-port are both ${port}; give the two origins different ports, for example --demo-port ${port === 65_535 ? 65_534 : port + 1}.`,
    );
  if (replica !== null && stores.length !== 1)
    return mistake(
      'INVALID_VALUE',
      `${givenFor(serverOptions.replica).source} needs one store in PostgreSQL: name its primary with --store, or leave it out.`,
    );
  if (inboxDays !== null && events === null) {
    const { source } = givenFor(serverOptions.inboxDays);
    return mistake(
      'INVALID_VALUE',
      `${source} needs a ClickHouse, because events that leave the store are read there: name it with --events, or leave out ${source}.`,
    );
  }
  if (experiments.length > 0 && !options.isTelemetryOn)
    return mistake(
      'INVALID_VALUE',
      `${givenFor(serverOptions.experiments).source} needs the players’ events, to compare embeds: leave out --telemetry off, or the experiments.`,
    );
  if (options.budgets.length > 0 && options.webhooks.length === 0) {
    const { source } = givenFor(serverOptions.budgets);
    return mistake(
      'INVALID_VALUE',
      `${source} needs a receiver of its reports: name one with --webhook, or leave out ${source}.`,
    );
  }
  if (retreats.length > 0 && experiments.length === 0) {
    const { source } = givenFor(serverOptions.retreats);
    return mistake(
      'INVALID_VALUE',
      `${source} needs an experiment that it can end: name one with --experiment, or leave out ${source}.`,
    );
  }
  return { ok: true, value: options };
}

/**
 * @param {readonly string[]} argv
 * @returns {{ ok: true, value: Map<string, string> | 'help' } | Mistake} texts by the option's name
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
      return mistake(
        'UNEXPECTED_ARGUMENT',
        `Unexpected argument "${token.value}"; options start with two dashes, see --help. npm takes options for itself, unless -- is before them: npm start -- --port 4400.`,
      );
    }
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { ok: true, value: 'help' };
    const option = optionList.find(({ name }) => name === token.name);
    if (option === undefined) {
      return mistake(
        'UNKNOWN_OPTION',
        `Unknown option ${token.rawName}; --help lists the known ones.`,
      );
    }
    const isNextOption = !token.inlineValue && token.value?.startsWith('--');
    if (token.value === undefined || token.value === '' || isNextOption) {
      return mistake('MISSING_VALUE', `${token.rawName} needs a value; see --help.`);
    }
    const before = texts.get(token.name);
    if (before !== undefined && !option.isList) {
      return mistake('REPEATED_OPTION', `${token.rawName} is given twice; give it once.`);
    }
    const { separator = ',' } = option;
    texts.set(
      token.name,
      before === undefined ? token.value : `${before}${separator}${token.value}`,
    );
  }
  return { ok: true, value: texts };
}

/**
 * @param {string} code
 * @param {string} message
 * @returns {Mistake}
 */
function mistake(code, message) {
  return { ok: false, error: { code, message } };
}
