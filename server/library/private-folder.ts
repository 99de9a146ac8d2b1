/** The name of folders in which every video is private, whatever its sidecar says, and before it has one. In any case. */
const privateFolderName = 'private';

/** @param mediaPath of a file or a video */
export function liesInPrivateFolder(mediaPath: string): boolean {
  const folders = mediaPath.split('/').slice(0, -1);
  return folders.some((name) => name.toLowerCase() === privateFolderName);
}
