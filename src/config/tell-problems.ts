import { pageConfigLimits } from '../../shared/later-limits.ts';
import type { ConfigProblem } from '../../shared/page-config.ts';
import type { Log } from '../player-log.ts';
import { fixFor } from './fix-texts.ts';

const { quotedMaxChars } = pageConfigLimits;

export type AddProblem = (code: ConfigProblem['code'], field: string, message: string) => void;

/**
 * Tells what is wrong with a page config, each field once: as events, and in `problems`, which `diagnose` shows.
 * @param problems those of the parser, as it named them
 * @param maxCount of these; where nearly everything is wrong the first ones will do
 * @returns tells another one
 */
export function tellProblems(problems: ConfigProblem[], log: Log, maxCount: number): AddProblem {
  const add: AddProblem = (code, field, message) => {
    const problem = { code, field: field.slice(0, quotedMaxChars), message };
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
      `${message.slice(0, quotedMaxChars)}. ${fixFor(field)}`,
    );
  }
  return add;
}
