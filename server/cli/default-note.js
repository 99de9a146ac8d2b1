/**
 * Says which default a command uses, so that no command silently works on another server's
 * directory or key.
 * @param {string} what such as `media directory`
 * @param {string} value
 * @param {import('../options/server-option.js').ServerOption} option
 * @returns {string} a line for standard error
 */
export function defaultNote(what, value, { name, env }) {
  return `Using the ${what} ${value} (default; --${name} or ${env} names another).\n`;
}

/**
 * @param {import('../options/server-option.js').ServerOption} option
 * @param {ReadonlyMap<string, string>} values of the call
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {boolean} whether neither the call nor the environment gives the option
 */
export function isDefault({ name, env: variable }, values, env) {
  return !values.has(name) && !env[variable];
}
