/**
 * @param {string} text chords between commas, each of MIDI numbers between spaces, the lowest first
 * @returns {number[][]}
 */
export const parseChords = (text) => text.split(', ').map((chord) => chord.split(' ').map(Number));
