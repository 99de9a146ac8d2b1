/** The kinds of list that `list` names: a playlist, or all videos of one author. */
export const listTypes = ['playlist', 'user_uploads'] as const;
export type ListType = (typeof listTypes)[number];

/** @returns `playlist` for unknown values, as YouTube's embeds treat a list without a type */
export function parseListType(value: unknown): ListType {
  return listTypes.find((known) => known === value) ?? 'playlist';
}
