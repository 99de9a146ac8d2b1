/**
 * Folders whose comments and documents `npm run check` holds to plain English.
 * @type {readonly string[]}
 */
export const plainFolders = [];
