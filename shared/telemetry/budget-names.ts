/** The measures that a host may limit. */
export const budgetNames = [
  'blockingMs',
  'longTaskMs',
  'longFrameBlockingMs',
  'ownScriptMs',
  'inpMs',
  'layoutShift',
  'pageScriptBytes',
  'servicesScriptBytes',
  'mediaBytes',
  'requestCount',
  'servicesStartMs',
  'playToFirstFrameMs',
  'messagesToHostCount',
] as const;
export type BudgetName = (typeof budgetNames)[number];
