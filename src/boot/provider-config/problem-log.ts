import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import type { ConfigProblem } from '../../../shared/page/page-config.ts';
import type { Log } from '../../telemetry/player-log.ts';
import { fixFor } from './fix-texts.ts';

export type AddProblem = (code: ConfigProblem['code'], field: string, message: string) => void;

/**
 * Reports each problem of a page config once: as an event, and in `problems`, which `diagnose`
 * shows.
 * @param problems the parser's problems, rewritten here with advice
 * @param maxCount maximum parser problems to report; later ones are dropped
 * @returns a function that reports one more
 */
export function createProblemLog(
  problems: ConfigProblem[],
  log: Log,
  maxCount: number,
): AddProblem {
  const add: AddProblem = (code, field, message) => {
    const problem = { code, field: field.slice(0, pageConfigLimits.quotedMaxChars), message };
    problems.push(problem);
    log('config_error', problem, { tier: 'immediate' });
  };
  const messages = new Map<string, string>();
  for (const { field, message } of problems.splice(0)) {
    if (messages.size < maxCount && !messages.has(field)) messages.set(field, message);
  }
  for (const [field, message] of messages) {
    add(
      field === '' ? 'BAD_CONFIG' : 'BAD_FIELD',
      field,
      `${message.slice(0, pageConfigLimits.quotedMaxChars)}. ${fixFor(field)}`,
    );
  }
  return add;
}
