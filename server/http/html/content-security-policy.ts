/**
 * Directives of a Content-Security-Policy with their sources (W3C CSP Level 3). An empty list is a
 * directive without a value.
 */
export type CspDirectives = Readonly<Record<string, readonly string[]>>;

/** @returns the policy with added sources, which replace `'none'` */
export function addSources(policy: CspDirectives, more: CspDirectives): CspDirectives {
  const names = new Set([...Object.keys(policy), ...Object.keys(more)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const added = more[name] ?? [];
      const before = (policy[name] ?? []).filter(
        (source) => added.length === 0 || source !== "'none'",
      );
      return [name, [...new Set([...before, ...added])]];
    }),
  );
}

/** @returns the header's value */
export function renderPolicy(policy: CspDirectives): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
