/**
 * @param {import('./compose-music.js').Music} music
 * @param {number} semitones
 * @returns {import('./compose-music.js').Music}
 */
export function transposed({ seed, parts }, semitones) {
  const move = (chord) => chord.map((note) => note + semitones);
  return { seed, parts: parts.map((part) => ({ ...part, chords: part.chords.map(move) })) };
}
