/**
 * The RFC 6381 name of H.264 video: avcC's profile, constraints and level, the three bytes after
 * its version.
 * @param {Buffer} init initialization section
 * @returns {string} like avc1.64001f
 */
export function avcCodec(init) {
  const at = init.indexOf('avcC', 0, 'latin1');
  if (at === -1) throw new Error('no avcC box in the initialization section');
  return `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`;
}
