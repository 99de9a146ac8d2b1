/**
 * URLs that an operator may send data to: https, or this machine; without user name and password,
 * which `fetch` refuses. No regex flags, because JSON Schema has none.
 */
export const collectorPattern =
  /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/;
