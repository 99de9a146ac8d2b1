/** What `list` names: a playlist, or everything by one author. */
export const listTypes = ['playlist', 'user_uploads'] as const;
export type ListType = (typeof listTypes)[number];

/** @returns `playlist` for whatever is not known, as YouTube's embeds do with a list that has no type */
export function parseListType(value: unknown): ListType {
  return listTypes.find((known) => known === value) ?? 'playlist';
}
