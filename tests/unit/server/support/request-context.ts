/** What every call of the API says of who calls. */
export const requestContext = {
  client: { clientName: 'TEST', clientVersion: '1', hl: 'en' },
  user: { enableSafetyMode: false, lockedSafetyMode: false },
  request: {},
  adSignalsInfo: { params: [] },
  clickTracking: {},
};
