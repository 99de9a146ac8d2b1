/**
 * The key prefixes of all services, one prefix a service. Clean-up deletes other rows of the data
 * store after a while: see `worker/storage/cleanup/`.
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
