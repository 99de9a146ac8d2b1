import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { h264, picture, tone } from './command-line.ts';

const srt = '1\n00:00:00,000 --> 00:00:03,500\nSpoken <i>words</i>\n';

const chapters = `;FFMETADATA1
title=Harbour
description=A film of boats.
[CHAPTER]
TIMEBASE=1/1000
START=0
END=2000
title=Leaving
[CHAPTER]
TIMEBASE=1/1000
START=2000
END=4000
title=Coming home
`;

/** A 4 s film in Matroska with every kind of track and metadata. */
export function harbour(cli: {
  films: string;
  film(name: string, ...args: string[]): string;
}): string {
  writeFileSync(join(cli.films, 'words.srt'), srt);
  writeFileSync(join(cli.films, 'chapters.txt'), chapters);
  return cli.film(
    'harbour.mkv',
    ...picture('854x480', 4),
    ...tone(4),
    ...tone(4, 880),
    ...['-i', 'words.srt', '-i', 'chapters.txt', '-map_metadata', '4'],
    ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...h264, '-c:a', 'aac', '-c:s', 'srt'],
    ...[
      '-metadata:s:a:0',
      'language=eng',
      '-metadata:s:a:1',
      'language=spa',
      '-metadata:s:s:0',
      'language=eng',
    ],
  );
}
