/**
 * Where an operator has data sent: encrypted, or on this machine; without a name and password, which `fetch` refuses. Without flags,
 * which a JSON Schema has not.
 */
export const collectorPattern =
  /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/;
