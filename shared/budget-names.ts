/** What a host may declare a limit of. */
export const budgetNames = [
  'blockingMs',
  'longTaskMs',
  'longFrameBlockingMs',
  'ownScriptMs',
  'inpMs',
  'layoutShift',
  'pageScriptBytes',
  'servicesScriptBytes',
  'requestCount',
  'servicesStartMs',
  'playToFirstFrameMs',
  'messagesToHostCount',
] as const;
export type BudgetName = (typeof budgetNames)[number];
