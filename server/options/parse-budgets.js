import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';

/**
 * Measures that a budget can have, with their names in `GET /telemetry/cost`.
 *
 * @satisfies {Record<string, import('../../shared/telemetry/cost-report.ts').CostMeasure>}
 */
const budgetMeasures = /** @type {const} */ ({
  largest_paint_p75: 'largestPaintMs',
  interaction_p75: 'interactionMs',
  layout_shift_p75: 'layoutShift',
  first_frame_p75: 'playToFirstFrameMs',
  blocking_p75: 'blockingMs',
  transferred_p75: 'transferredBytes',
});

/**
 * @typedef {object} Budget
 * @property {keyof typeof budgetMeasures} measure
 * @property {(typeof budgetMeasures)[keyof typeof budgetMeasures]} figure its name in the answer
 * @property {number} limit in the unit of the figure
 *
 * @typedef {import('./server-option.js').GivenText} GivenText
 */

/**
 * Parses `MEASURE=VALUE`; commas separate several.
 * @param {GivenText} given
 */
export function parseBudgets({ text, source }) {
  /** @type {Budget[]} */
  const budgets = [];
  for (const one of text.split(',').filter((part) => part !== '')) {
    const { name = '', value = '' } =
      /^(?<name>\w+)=(?<value>\d{1,10}(\.\d{1,4})?)$/.exec(one)?.groups ?? {};
    const measure = measureNames.find((known) => known === name);
    if (measure === undefined || Number(value) > optionLimits.budgetMax)
      return refuse(
        `${source} "${one}" is no budget; give a measure and its highest value in milliseconds, in bytes or as a score: blocking_p75=200. Measures are ${measureNames.join(', ')}.`,
      );
    if (budgets.some((budget) => budget.measure === measure))
      return refuse(`${source}: ${measure} has two budgets; give one.`);
    budgets.push({ measure, figure: budgetMeasures[measure], limit: Number(value) });
  }
  return accept(budgets);
}

const measureNames = /** @type {(keyof typeof budgetMeasures)[]} */ (Object.keys(budgetMeasures));
