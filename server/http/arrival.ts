import type { RequestBudget } from './fairness/request-budgets.ts';

/** A caller, classified by the page that sends the call. */
export type Caller =
  /**
   * This server's page, a page without an origin, a program, or any page if no origin is
   * configured.
   */
  | 'anybody'
  /** A page of a configured origin. */
  | 'named'
  | 'stranger';

/** Facts about a request on arrival, from its path and its page. */
export interface Arrival {
  budget: RequestBudget;
  caller: Caller;
  /** Whether pages of any origin may read the answer. */
  isForAnyOrigin: boolean;
}
