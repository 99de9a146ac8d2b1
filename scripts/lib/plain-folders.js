/** Folders whose comments and documents `npm run check` holds to plain English. */
export const plainFolders = [];
