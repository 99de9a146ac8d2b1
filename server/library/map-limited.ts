/**
 * @param limit maximum concurrent calls of `work`, 1 or more
 * @returns the results in the order of the items
 */
export async function mapLimited<Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results = new Array<Value>(items.length);
  const queue = items.entries();
  async function drain(): Promise<void> {
    // The lanes share the iterator, so each takes the next free item.
    for (const [index, item] of queue) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, drain));
  return results;
}
