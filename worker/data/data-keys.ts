/**
 * How the keys of all services begin, one beginning a service. What else stands in the data store is nobody's, and goes after a
 * while: see `worker/cleanup/`.
 */
const beginnings = [
  'api/',
  'cleanup/',
  'error-report/',
  'preference/',
  'resume/',
  'visitor/',
] as const;

export type DataKey = `${(typeof beginnings)[number]}${string}`;

export function isDataKey(key: string): key is DataKey {
  return beginnings.some((beginning) => key.startsWith(beginning));
}
