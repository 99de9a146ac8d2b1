const guard = ")]}'";

/** Replies may begin with a guard that keeps them from being run as a script; it is no part of them (specification §7). */
export function stripGuard(text: string): string {
  return text.startsWith(guard) ? text.slice(guard.length) : text;
}
