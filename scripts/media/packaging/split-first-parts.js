import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Moves fragments out of an initialization file to where they belong: a muxer that cuts segments into parts writes those
 * of the first segment there, because the header waits for the first of them.
 * @param {string} initFile of which only the boxes up to and with `moov` remain
 * @param {string} segmentFile the first segment, to whose end they go
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
