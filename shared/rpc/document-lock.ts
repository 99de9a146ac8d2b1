/**
 * The Web Lock that shows that a document is alive. Its page and its worker both hold it (shared).
 * So a document whose worker died and is being restarted does not look dead, and its events are not
 * adopted.
 */
export function documentLockName(sid: string): string {
  return `offstage:sid:${sid}`;
}
