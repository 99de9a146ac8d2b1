import {
  asPrivate,
  data,
  dryRun,
  json,
  media,
  origin,
  parts,
  signingKey,
} from './command-options.js';

/**
 * The commands about the videos of a library. Plain JavaScript without packages, as `commands.js`.
 * @type {readonly import('./command-options.js').Command[]}
 */
export const libraryCommands = [
  {
    name: 'add',
    usage: 'FILE… [options]',
    summary: 'adds videos to the library, with renditions, poster, storyboard and captions',
    more: 'Needs ffmpeg. Without it, only files that browsers can play are added, unconverted.',
    arguments: [1, Number.POSITIVE_INFINITY],
    options: [
      media,
      {
        name: 'title',
        placeholder: 'TEXT',
        help: "title instead of the file's own; for one file",
      },
      { name: 'id', placeholder: 'ID', help: '11 characters of A-Z a-z 0-9 _ -; for one file' },
      asPrivate,
      { name: 'no-ladder', help: 'adds the file as it is, without other qualities' },
      ...parts,
      origin,
      json,
      dryRun,
    ],
  },
  {
    name: 'live',
    usage: 'NAME --from ADDRESS|FILE [options]',
    summary: 'receives a live stream from OBS or another encoder, and writes it into the library',
    more: `Needs ffmpeg. It listens at rtmp://HOST[:PORT]/APP or srt://HOST:PORT, and prints the stream key that senders need. A file is
sent at the speed of playback. Ctrl-C ends the stream.`,
    arguments: [1, 1],
    words: [],
    options: [
      {
        name: 'from',
        placeholder: 'ADDRESS|FILE',
        help: 'where it comes from: rtmp://0.0.0.0/live, srt://0.0.0.0:9000, or a file',
      },
      media,
      data,
      { name: 'title', placeholder: 'TEXT', help: 'title; default: NAME' },
      { name: 'id', placeholder: 'ID', help: '11 characters of A-Z a-z 0-9 _ -' },
      asPrivate,
      { name: 'low-latency', help: 'viewers are about two seconds behind, instead of six' },
      { name: 'record', help: 'keeps all of it: viewers can rewind to its beginning' },
      { name: 'no-ladder', help: 'only one quality, which needs less of the processor' },
      signingKey,
      origin,
      json,
      dryRun,
    ],
  },
  {
    name: 'edit',
    usage: 'ID [options]',
    summary: 'changes title, privacy, captions, poster or chapters of a video',
    more: 'A running server takes the changes within seconds.',
    arguments: [1, 1],
    words: [],
    options: [
      media,
      { name: 'title', placeholder: 'TEXT', help: 'new title' },
      { name: 'author', placeholder: 'TEXT', help: 'new author' },
      { name: 'description', placeholder: 'TEXT', help: 'new description' },
      asPrivate,
      { name: 'public', help: 'the video is no longer private' },
      ...parts,
      {
        name: 'remove',
        placeholder: 'captions=LANGUAGE|poster|chapters|author|description',
        help: 'removes these parts, separated by commas; may be repeated',
        isList: true,
      },
      json,
      dryRun,
    ],
  },
  {
    name: 'list',
    usage: '[options]',
    summary: 'lists the videos of the library',
    arguments: [0, 0],
    options: [media, json],
  },
  {
    name: 'remove',
    usage: 'ID… [options]',
    summary: 'removes videos that were added with add, and their files',
    arguments: [1, Number.POSITIVE_INFINITY],
    options: [media, { name: 'yes', help: 'does not ask for confirmation' }, json, dryRun],
  },
];
