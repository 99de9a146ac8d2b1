const base64Url = (hex: string) =>
  Uint8Array.fromHex(hex).toBase64({ alphabet: 'base64url', omitPadding: true });
const keyId = '0ff57a6e0ff57a6e0ff57a6e00000006';
/** A licence server's answer with the key of the encrypted film (EME, section 9.1.4). */
export const licence = `data:application/json,${encodeURIComponent(
  JSON.stringify({
    keys: [{ kty: 'oct', kid: base64Url(keyId), k: base64Url('5ea1ed5ea5ea1ed5ea5ea1ed5ea00006') }],
    type: 'temporary',
  }),
)}`;

/**
 * Two qualities of a film of the bundled library. The first one's media are at `path`, which does
 * not answer.
 */
export async function playlistWithSilentQuality(path: string): Promise<string> {
  const folder = new URL('/media/offstage001/', location.href).href;
  const blob = (text: string) => URL.createObjectURL(new Blob([text]));
  const tall = await (await fetch(`${folder}video-720p.m3u8`)).text();
  let parts = 0;
  // Chromium requests several parts of the same address one after another.
  const silent = tall.replaceAll(
    'video-720p.cmfv',
    () => new URL(`${path}?${parts++}`, location.href).href,
  );
  return blob(
    [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=473318,CODECS="avc1.64001f",RESOLUTION=1280x720',
      blob(silent),
      '#EXT-X-STREAM-INF:BANDWIDTH=129306,CODECS="avc1.4d4015",RESOLUTION=426x240',
      `${folder}video-240p.m3u8`,
    ].join('\n'),
  );
}

/** The encrypted film of the bundled library, as HLS (RFC 8216, section 4.3.2.4). */
export async function sealedPlaylist(): Promise<string> {
  const init = URL.createObjectURL(new Blob([await sealedInit('/media/offstage006/init-0.cmfi')]));
  const file = (name: string) => new URL(`/media/offstage006/${name}`, location.href).href;
  const blob = (lines: string[]) => URL.createObjectURL(new Blob([lines.join('\n')]));
  const level = blob([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,KEYFORMAT="org.w3.clearkey",KEYFORMATVERSIONS="1",KEYID=0x${keyId},URI="data:text/plain;base64,${Uint8Array.fromHex(keyId).toBase64()}"`,
    `#EXT-X-MAP:URI="${init}"`,
    ...[1, 2, 3, 4].flatMap((index) => ['#EXTINF:4,', file(`segment-0-0000${index}.m4s`)]),
    '#EXT-X-ENDLIST',
  ]);
  return blob([
    '#EXTM3U',
    '#EXT-X-STREAM-INF:BANDWIDTH=60000,CODECS="avc1.4d4015",RESOLUTION=480x270',
    level,
  ]);
}

/**
 * Turns the header of DASH media, whose initialization data are in the manifest, into one of HLS
 * media, which contains them at the end of `moov`.
 */
async function sealedInit(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const pssh = 'AAAANHBzc2gBAAAAEHfv7MCyTQKs4zweUuL7SwAAAAEP9XpuD/V6bg/1em4AAAAGAAAAAA==';
  const box = Uint8Array.fromBase64(pssh);
  const header = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const sealed = new Uint8Array([...header, ...box]);
  const moov = new TextDecoder('latin1').decode(header).indexOf('moov') - 4;
  new DataView(sealed.buffer).setUint32(moov, sealed.length - moov);
  return sealed;
}
