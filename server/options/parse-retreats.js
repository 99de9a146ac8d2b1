import { retreatMeasures } from './experiment-measures.js';
import { accept, refuse } from './server-option.js';

/**
 * @typedef {object} RetreatLimit
 * @property {import('../../shared/telemetry/experiment-report.ts').ExperimentMeasure} measure
 * @property {number} percent the change that is allowed; a negative one for `playbacks`
 *
 * @typedef {import('./server-option.js').GivenText} GivenText
 */

/**
 * Parses `MEASURE=+PERCENT%`, and `playbacks=-PERCENT%`; commas separate several.
 * @param {GivenText} given
 */
export function parseRetreats({ text, source }) {
  /** @type {RetreatLimit[]} */
  const limits = [];
  for (const one of text.split(',').filter((part) => part !== '')) {
    const { name, percent } =
      /^(?<name>\w+)=(?<percent>[+-]\d{1,4}(\.\d{1,3})?)%$/.exec(one)?.groups ?? {};
    const measure = retreatMeasures.find((known) => known === name);
    // Fewer playbacks are worse, and more of anything else.
    const sign = measure === 'playbacks' ? '-' : '+';
    if (measure === undefined || percent === undefined || !percent.startsWith(sign))
      return refuse(
        `${source} "${one}" is no limit; give a measure and by how much it may rise, such as first_frame_p75=+10%, or playbacks=-10%, which may fall. Measures are ${retreatMeasures.join(', ')}.`,
      );
    if (limits.some((limit) => limit.measure === measure))
      return refuse(`${source}: ${measure} has two limits; give one.`);
    limits.push({ measure, percent: Number(percent) });
  }
  return accept(limits);
}
