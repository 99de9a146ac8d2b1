/**
 * `npm run check` requires plain English in the comments and documents of these folders.
 * @type {readonly string[]}
 */
export const plainFolders = [];
