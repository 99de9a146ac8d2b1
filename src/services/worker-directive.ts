/** Where a policy says nothing of workers, the next of these counts (CSP 3, section 6.1.3). */
const names = ['worker-src', 'child-src', 'script-src', 'default-src'];

/**
 * @param policy text of a Content-Security-Policy
 * @returns the directive of it that says which workers a page may start; empty where none does
 */
export function workerDirective(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const nameOf = (directive: string) => directive.split(/\s/, 1)[0]?.toLowerCase();
  // Of a name that comes twice the first counts.
  const found = names.map((name) => directives.find((directive) => nameOf(directive) === name));
  return found.find((directive) => directive !== undefined) ?? '';
}

/** @returns whether a policy lets a page start workers from `blob:` URLs, which no `*` does */
export function allowsBlobWorkers(policy: string): boolean {
  const directive = workerDirective(policy);
  return directive === '' || /\sblob:(\s|$)/i.test(directive);
}
