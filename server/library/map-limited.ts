/**
 * @param limit calls of `work` under way at any time, 1 or more
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
    // The iterator is shared: each lane takes the next item that no other has taken.
    for (const [index, item] of queue) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, drain));
  return results;
}
