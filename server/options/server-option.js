/**
 * The declaration of one server option. This folder is plain JavaScript without packages, because
 * the start script reads it on any Node from 20 on, before anything is installed.
 *
 * @typedef {object} GivenText
 * @property {string} text empty when the option has no value
 * @property {string} source the option or environment variable that gave it, for messages
 * @property {string} cwd absolute path to which relative directories belong
 */

/**
 * @template Value
 * @typedef {{ ok: true, value: Value } | { ok: false, message: string }} Parsed
 *   the message is a sentence that says what to give instead
 */

/**
 * @template [Value=unknown]
 * @typedef {object} ServerOption
 * @property {string} name without the dashes
 * @property {string} env environment variable with the same meaning
 * @property {string} placeholder for the help text
 * @property {string} fallback used when neither is given
 * @property {string} help
 * @property {(given: GivenText) => Parsed<Value>} parse
 * @property {boolean} [isList] may be given several times, which is the same as once with commas
 * @property {string} [separator] stands between the values of a list instead of commas
 * @property {boolean} [isPublished] pages depend on it, so `offstage publish` takes it too
 */

/**
 * @template Value
 * @param {Value} value
 * @returns {Parsed<Value>}
 */
export function accept(value) {
  return { ok: true, value };
}

/**
 * @param {string} message
 * @returns {{ ok: false, message: string }}
 */
export function refuse(message) {
  return { ok: false, message };
}

/**
 * @param {Pick<ServerOption, 'env' | 'fallback'>} option
 * @param {Readonly<Record<string, string | undefined>>} env an empty variable counts as not set
 * @returns {string} the option's text when the call does not give one
 */
export function textWithoutArgument({ env: variable, fallback }, env) {
  return env[variable] || fallback;
}
