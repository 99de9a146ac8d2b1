import { resolve } from 'node:path';
import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';

/**
 * @typedef {object} ExperimentOption
 * @property {string} name also the name of its flag
 * @property {number} share of the embeds, 0 to 1
 * @property {'main' | 'worker' | null} runtime where the services run; `null` for the usual place
 * @property {string | null} buildDir absolute path of another build's player page
 *
 * @typedef {import('./server-option.js').GivenText} GivenText
 */

/**
 * Parses `NAME=PERCENT`, optionally with `,runtime=main`, `,runtime=worker` or `,build=DIR`;
 * semicolons separate several.
 * @param {GivenText} given
 */
export function parseExperiments({ text, source, cwd }) {
  /** @type {ExperimentOption[]} */
  const experiments = [];
  for (const one of text.split(';').filter((part) => part.trim() !== '')) {
    const experiment = parseExperiment(one.trim(), cwd);
    if (typeof experiment === 'string') return refuse(`${source} "${one.trim()}" ${experiment}`);
    experiments.push(experiment);
  }
  const problem = problemOfAll(experiments);
  return problem === null ? accept(experiments) : refuse(`${source}: ${problem}`);
}

/**
 * @param {string} text
 * @param {string} cwd
 * @returns {ExperimentOption | string} what is wrong
 */
function parseExperiment(text, cwd) {
  const [first = '', ...effects] = text.split(',');
  const { name = '', percent = '' } =
    /^(?<name>[a-z][a-z\d_]*)=(?<percent>\d{1,3}(\.\d{1,3})?)%?$/.exec(first)?.groups ?? {};
  if (name === '' || Number(percent) > 100)
    return 'is no experiment; give a name of small letters, digits and _, and a percentage from 0 to 100: fast_start=10%.';
  if (name.length > optionLimits.experimentNameMaxChars)
    return `has a name of more than ${optionLimits.experimentNameMaxChars} characters; give a shorter one.`;
  /** @type {ExperimentOption} */
  const experiment = { name, share: Number(percent) / 100, runtime: null, buildDir: null };
  for (const effect of effects) {
    const { key = '', value = '' } =
      /^(?<key>runtime|build)=(?<value>.+)$/.exec(effect)?.groups ?? {};
    if (key === 'build') experiment.buildDir = resolve(cwd, value);
    else if (key === 'runtime' && (value === 'main' || value === 'worker'))
      experiment.runtime = value;
    else
      return `has the effect "${effect}"; use runtime=main, runtime=worker or build=DIR, or no effect for a flag only.`;
  }
  return experiment;
}

/**
 * @param {readonly ExperimentOption[]} experiments
 * @returns {string | null}
 */
function problemOfAll(experiments) {
  if (experiments.length > optionLimits.experimentsMaxCount)
    return `at most ${optionLimits.experimentsMaxCount} experiments are possible.`;
  const names = experiments.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    return `the experiment "${repeated}" is given twice; give each its own name.`;
  if (experiments.filter(({ runtime }) => runtime !== null).length > 1)
    return 'two experiments change the runtime; an embed can have only one, so give one.';
  return experiments.filter(({ buildDir }) => buildDir !== null).length > 1
    ? 'two experiments have another build; an embed can have only one, so give one.'
    : null;
}
