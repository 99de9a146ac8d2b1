/**
 * The Web Lock that says a document lives. Its page and its worker both hold it (shared), so that a worker that died and is
 * being started again does not look like a dead document, whose events others take up.
 */
export function documentLockName(sid: string): string {
  return `offstage:sid:${sid}`;
}
