/** Clean-up never deletes this database: it holds events of all documents, which are still sent. */
export const logDatabaseName = 'offstage-logs';
