/**
 * Like `isVideoId` of `shared/player/video-id.ts`, in plain JavaScript, because `npm run sign` runs
 * before anything is installed.
 * @param {string} value
 * @returns {boolean}
 */
export function isVideoId(value) {
  return /^[A-Za-z0-9_-]{11}$/.test(value);
}
