import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';

/** Names with a meaning of their own in reports. */
const taken = [
  'video',
  'host',
  'browser',
  'device',
  'country',
  'version',
  'language',
  'from',
  'to',
  'outcome',
];

/**
 * Parses names of custom dimensions; commas separate several.
 * @param {import('./server-option.js').GivenText} given
 */
export function parseDimensions({ text, source }) {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const [index, name] of names.entries()) {
    const problem = problemOf(name) ?? (names.indexOf(name) < index ? 'is given twice.' : null);
    if (problem !== null) return refuse(`${source} "${name}" ${problem}`);
  }
  return names.length > optionLimits.dimensionsMaxCount
    ? refuse(
        `${source}: at most ${optionLimits.dimensionsMaxCount} dimensions are possible; leave out ${names.length - optionLimits.dimensionsMaxCount}.`,
      )
    : accept(names);
}

/** @param {string} name */
function problemOf(name) {
  if (!/^[a-z][a-z\d_]*$/.test(name))
    return 'is no name of a dimension; use small letters, digits and _, and begin with a letter: section.';
  if (name.length > optionLimits.dimensionMaxChars)
    return `has more than ${optionLimits.dimensionMaxChars} characters; give a shorter name.`;
  return taken.includes(name)
    ? `is a filter of the reports already; choose another name, such as own_${name}.`
    : null;
}
