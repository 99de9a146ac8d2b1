/**
 * Reads which part of all pages is measured, from the config that the server wrote into the page.
 * @param text of the config's element
 * @returns 0 to 1; 0 if the config says nothing valid
 */
export function readFieldShare(text: string | null | undefined): number {
  try {
    const share = JSON.parse(text ?? '')?.fieldShare;
    return share >= 0 && share <= 1 ? Number(share) : 0;
  } catch {
    return 0;
  }
}
