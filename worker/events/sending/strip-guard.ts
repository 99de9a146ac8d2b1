const guard = ")]}'";

/**
 * Removes the guard that may precede a reply, to prevent it from running as a script (specification
 * §7).
 */
export function stripGuard(text: string): string {
  return text.startsWith(guard) ? text.slice(guard.length) : text;
}
