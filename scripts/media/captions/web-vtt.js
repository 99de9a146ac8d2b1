/** @typedef {{ start: number, end: number, text: string }} Cue start, end: seconds */

/**
 * @param {Cue[]} cues
 * @returns {string} a WebVTT file
 */
export function webVtt(cues) {
  const blocks = cues.map(
    ({ start, end, text }) => `${timestamp(start)} --> ${timestamp(end)}\n${text}`,
  );
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}

/** @param {number} seconds */
function timestamp(seconds) {
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ];
  const milliseconds = Math.round((seconds % 1) * 1000);
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(milliseconds).padStart(3, '0')}`;
}
