/** Path of a video's licences. */
export function licensePath(videoId: string): string {
  return `/license/clearkey/${videoId}`;
}
