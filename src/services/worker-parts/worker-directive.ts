/** A missing directive falls back to the next of these (CSP 3, section 6.1.3). */
const names = ['worker-src', 'child-src', 'script-src', 'default-src'];

/**
 * @param policy text of a Content-Security-Policy
 * @returns its directive for workers; empty if it has none
 */
export function workerDirective(policy: string): string {
  const directives = policy.split(';').map((directive) => directive.trim());
  const nameOf = (directive: string) => directive.split(/\s/, 1)[0]?.toLowerCase();
  // If a directive appears twice, the first counts.
  const found = names.map((name) => directives.find((directive) => nameOf(directive) === name));
  return found.find((directive) => directive !== undefined) ?? '';
}

/** @returns whether a policy allows workers from `blob:` URLs, which `*` does not include */
export function allowsBlobWorkers(policy: string): boolean {
  const directive = workerDirective(policy);
  return directive === '' || /\sblob:(\s|$)/i.test(directive);
}
