/**
 * @param store its name; a database may have any
 * @param hourMs begin of the hour in which the events arrived; Unix milliseconds
 * @param rows what tells the file from others of the hour
 * @returns a name in which DuckDB, Spark and Athena find day and hour (UTC)
 */
export function fileName(store: string, hourMs: number, rows: string): string {
  const [day, time = ''] = new Date(hourMs).toISOString().split('T');
  return `day=${day}/hour=${time.slice(0, 2)}/${store.replaceAll(/[^\w.-]/g, '_')}-${rows}.parquet`;
}
