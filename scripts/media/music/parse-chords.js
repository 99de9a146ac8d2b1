/**
 * @param {string} text chords separated by commas, each of MIDI numbers separated by spaces, lowest
 * first
 * @returns {number[][]}
 */
export const parseChords = (text) => text.split(', ').map((chord) => chord.split(' ').map(Number));
