import type { RequestBudget } from './request-budgets.ts';

/** Who calls, by the page that the call comes from. */
export type Caller =
  /** A page of this server, one without an origin, a program, or any page where the operator names none. */
  | 'anybody'
  /** A page of an origin that the operator names. */
  | 'named'
  | 'stranger';

/** What is known of a request when it arrives, by its path and its page. */
export interface Arrival {
  budget: RequestBudget;
  caller: Caller;
  /** Whether pages of any origin may read the answer. */
  isForAnyOrigin: boolean;
}
