import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';

/** @typedef {import('./server-option.js').GivenText} GivenText */

/**
 * Placeholder and parser of an option that takes one of a few words.
 * @template {Readonly<Record<string, unknown>>} const Values
 * @param {Values} values the value for each word
 */
export function oneOf(values) {
  const words = Object.keys(values);
  /** @param {GivenText} given */
  const parse = ({ text, source }) =>
    Object.hasOwn(values, text)
      ? accept(/** @type {Values[keyof Values]} */ (values[text]))
      : refuse(`${source} "${text}" is invalid; use ${words.join(' or ')}.`);
  return { placeholder: words.join('|'), parse };
}

/**
 * Parser of an option that may be left out.
 * @param {(text: string) => boolean} isValid
 * @param {(given: GivenText) => string} problem the sentence about an invalid text
 * @returns {(given: GivenText) => import('./server-option.js').Parsed<string | null>}
 *   `null` when nothing is given
 */
export function textOrNull(isValid, problem) {
  return (given) => {
    if (given.text === '') return accept(null);
    return isValid(given.text) ? accept(given.text) : refuse(problem(given));
  };
}

/** @param {string} text */
export const isVisibleAscii = (text) => /^[\x21-\x7e]+$/.test(text);

/**
 * @param {string} text
 * @param {number} digitsMaxCount
 * @returns {number} NaN if the text is not a whole number, or has more digits
 */
export function wholeNumber(text, digitsMaxCount) {
  return /^\d+$/.test(text) && text.length <= digitsMaxCount ? Number(text) : Number.NaN;
}

/**
 * Whether an address can be given to others: https, or http on this machine. Players check a
 * collector again with `collectorPattern` (`shared/telemetry/collector-pattern.ts`).
 * @param {string} text
 */
export function isSafeUrl(text) {
  if (text.length > optionLimits.urlMaxChars) return false;
  return /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/i.test(
    text,
  );
}
