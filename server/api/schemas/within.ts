/** @returns the fields with a path before their names */
export function within<Note>(
  path: string,
  fields: Readonly<Record<string, Note>>,
): Record<string, Note> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, note]) => [`${path}.${name}`, note]),
  );
}
