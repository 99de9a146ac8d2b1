/** Never deleted: events of anybody are sent. */
export const logDatabaseName = 'offstage-logs';
