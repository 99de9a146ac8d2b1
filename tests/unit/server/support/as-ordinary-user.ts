const nobody = 65_534;

/**
 * The superuser may read and write everything, so a test that runs as root switches to another user
 * for a moment.
 */
export async function asOrdinaryUser<T>(run: () => T | Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    return await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
