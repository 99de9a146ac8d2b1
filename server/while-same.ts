/**
 * Keeps what was made of something until that is another.
 * @param key what it is made of, compared by identity
 */
export function whileSame<Key, Value>(key: () => Key, make: () => Value): () => Value {
  let made: { key: Key; value: Value } | null = null;
  return () => {
    const now = key();
    if (made === null || made.key !== now) made = { key: now, value: make() };
    return made.value;
  };
}
