/** The context that every call of the API carries. */
export const requestContext = {
  client: { clientName: 'TEST', clientVersion: '1', hl: 'en' },
  user: { enableSafetyMode: false, lockedSafetyMode: false },
  request: {},
  adSignalsInfo: { params: [] },
  clickTracking: {},
};
