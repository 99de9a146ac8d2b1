/** In folders with this name, in any case, every video is private, with any sidecar or none. */
const privateFolderName = 'private';

/** @param {string} mediaPath media path of a file or a video */
export function liesInPrivateFolder(mediaPath) {
  const folders = mediaPath.split('/').slice(0, -1);
  return folders.some((name) => name.toLowerCase() === privateFolderName);
}
