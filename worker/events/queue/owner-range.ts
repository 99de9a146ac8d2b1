/** All compound keys whose first part is this owner. */
export function ownerRange(owner: string): IDBKeyRange {
  // An array sorts after every number and string, so it closes the range.
  return IDBKeyRange.bound([owner], [owner, []]);
}
