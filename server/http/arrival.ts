import type { RequestBudget } from './request-budgets.ts';

/** Kinds of callers, by the page that the call comes from. */
export type Caller =
  /**
   * A page of this server, a page without an origin, a program, or any page if the operator names
   * none.
   */
  | 'anybody'
  /** A page of an origin that the operator names. */
  | 'named'
  | 'stranger';

/** Facts about a request when it arrives, by its path and its page. */
export interface Arrival {
  budget: RequestBudget;
  caller: Caller;
  /** Whether pages of any origin may read the answer. */
  isForAnyOrigin: boolean;
}
