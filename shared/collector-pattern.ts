/** Where an operator has data sent: encrypted, or on this machine; without a name and password, which `fetch` refuses. */
export const collectorPattern =
  /^(https:\/\/[\w.:[\]-]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)([/?#]\S*)?$/i;
