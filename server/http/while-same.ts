/**
 * Caches a value until its key changes.
 * @param key compared by identity
 */
export function whileSame<Key, Value>(key: () => Key, make: () => Value): () => Value {
  let made: { key: Key; value: Value } | null = null;
  return () => {
    const now = key();
    if (made === null || made.key !== now) made = { key: now, value: make() };
    return made.value;
  };
}
