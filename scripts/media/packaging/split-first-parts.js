import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Moves fragments from an initialization file into the first segment. A muxer that cuts segments
 * into parts writes them there, because the header waits for the first fragment.
 * @param {string} initFile keeps only the boxes up to and including `moov`
 * @param {string} segmentFile the first segment, to which they are appended
 */
export function splitFirstParts(initFile, segmentFile) {
  const bytes = readFileSync(initFile);
  let end = 0;
  for (let type = ''; type !== 'moov' && end < bytes.length; ) {
    type = bytes.toString('latin1', end + 4, end + 8);
    end += bytes.readUInt32BE(end);
  }
  writeFileSync(segmentFile, bytes.subarray(end), { flag: 'a' });
  writeFileSync(initFile, bytes.subarray(0, end));
}
