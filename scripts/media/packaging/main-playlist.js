import path from 'node:path';
import { mediaFolder } from '../media-folder.js';
import { framesPerSecond } from '../rates.js';
import { avcCodec } from './avc-codec.js';
import { measurePlaylist } from './measure-playlist.js';

/**
 * The HLS multivariant playlist of a film; its media playlists must exist. ffmpeg 5.1 leaves CODECS
 * out, for which some players then wait forever, so it is written here.
 * @param {import('../films/films.js').Film} film
 * @returns {string}
 */
export function mainPlaylist({ id, renditions, soundLanguage, otherSounds = [] }) {
  const folder = path.join(mediaFolder, id);
  const sounds = [{ name: 'audio', label: 'Music', language: soundLanguage }, ...otherSounds];
  const measured = sounds.map(({ name }) => measurePlaylist(folder, name));
  const audio = {
    peak: Math.max(...measured.map(({ peak }) => peak)),
    average: Math.max(...measured.map(({ average }) => average)),
  };
  const variants = renditions.map(({ name, width, height }) => {
    const video = measurePlaylist(folder, `video-${name}`);
    const attributes = [
      `BANDWIDTH=${video.peak + audio.peak}`,
      `AVERAGE-BANDWIDTH=${video.average + audio.average}`,
      `CODECS="${avcCodec(video.init)},mp4a.40.2"`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${framesPerSecond.toFixed(3)}`,
      'AUDIO="audio"',
    ];
    return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${id}/video-${name}.m3u8\n`;
  });
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS

${sounds.map((sound, index) => soundLine(id, sound, index === 0)).join('\n')}

${variants.join('')}`;
}

/**
 * @param {string} id of the film
 * @param {{ name: string, label: string, language?: string }} sound
 * @param {boolean} isDefault
 */
function soundLine(id, { name, label, language }, isDefault) {
  const attributes = [
    'TYPE=AUDIO',
    'GROUP-ID="audio"',
    `NAME="${label}"`,
    ...(language ? [`LANGUAGE="${language}"`] : []),
    `DEFAULT=${isDefault ? 'YES' : 'NO'}`,
    'AUTOSELECT=YES',
    'CHANNELS="2"',
    `URI="${id}/${name}.m3u8"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}
