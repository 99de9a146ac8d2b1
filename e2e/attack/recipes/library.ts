import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import type { Check } from '../check.ts';
import type { Recipe } from '../recipe.ts';
import { timeStart } from '../time-start.ts';
import { watchLatency } from '../watch-latency.ts';
import { copyOfFilm, type LibraryFiles, withLibrary, withServer } from '../with-server.ts';

/**
 * A WebM header and the start of its segment, followed by zeros: mediabunny 1.61 never finishes
 * reading it.
 */
const endlessWebm = Buffer.concat([
  Buffer.from(
    '1a45dfa3010000000000004f4286010000000000000101' +
      '42f701000000000000010142f201000000000000010442f3010000000000000108' +
      '428201000000000000047765626d' +
      '428701000000000000010442850100000000000001021853806701ffffffffffffff',
    'hex',
  ),
  Buffer.alloc(1_000),
]);

/** Reading each on the server's only thread once took seconds. */
const slowFiles: LibraryFiles = {
  'commas.m3u8': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1${','.repeat(300_000)}\nx.m3u8\n`,
  'comments.mpd': `<?xml version="1.0"?><MPD>${'<!--'.repeat(200_000)}`,
  'instructions.mpd': `<?xml version="1.0"?><MPD>${'<?a'.repeat(200_000)}`,
  'many-segments.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${'#EXTINF:1,\nx.m4s\n'.repeat(90_000)}#EXT-X-ENDLIST\n`,
};

/**
 * How much later the server may listen than without these files. It reads them in the background.
 */
const startMaxRatio = 1.5;
/**
 * The fastest of this many starts counts, because other work on the machine only slows them down.
 */
const startCount = 3;
/** Limit for answers while the library is read, relative to a server that has finished reading. */
const latencyMaxRatio = 20;
const watchMs = 2_000;

/** Measurements of a server while it reads its library. */
function watchServer(mediaDir: string, hasDamaged: boolean) {
  return withServer(['--media', mediaDir], async (server) => {
    const watched = watchLatency(Number(new URL(server.embedOrigin).port));
    await wait(watchMs);
    const latency = await watched.end();
    const plays = await until('the film is served', async () => {
      const { status } = await fetch(`${server.embedOrigin}/media/good.mp4`, { method: 'HEAD' });
      return status === 200;
    });
    const names =
      !hasDamaged ||
      (await until('a damaged file is named', () => /endless-\d+\.webm/.test(server.output())));
    return { latency, plays, names };
  });
}

const damagedFiles: Recipe = {
  row: 'H3',
  title: 'films that never finish reading and playlists that take seconds [attack-H3]',
  async run({ isShort }) {
    const damaged = Array.from(
      { length: isShort ? 20 : 1_000 },
      (_, index) => [`endless-${index}.webm`, endlessWebm] as const,
    );
    const good: LibraryFiles = { 'good.mp4': copyOfFilm };
    const bad: LibraryFiles = { ...good, ...slowFiles, ...Object.fromEntries(damaged) };
    const [without, with_] = await withLibrary(good, (goodDir) =>
      withLibrary(bad, async (badDir) => {
        const starts = { good: [await timeStart(goodDir)], bad: [await timeStart(badDir)] };
        while (starts.bad.length < startCount) {
          starts.good.push(await timeStart(goodDir));
          starts.bad.push(await timeStart(badDir));
        }
        // Measured in the same seconds, because other work on the machine slows down both servers.
        const watched = await Promise.all([watchServer(goodDir, false), watchServer(badDir, true)]);
        return [
          { startedMs: Math.min(...starts.good), ...watched[0] },
          { startedMs: Math.min(...starts.bad), ...watched[1] },
        ] as const;
      }),
    );
    return [
      {
        what: `the server listens within ${startMaxRatio}× of its time without these files`,
        isMet: with_.startedMs <= startMaxRatio * without.startedMs,
        seen: `${damaged.length} endless films: listens after ${Math.round(without.startedMs)} ms without, ${Math.round(with_.startedMs)} ms with`,
      },
      {
        what: `answers stay within ${latencyMaxRatio}× while they are read`,
        isMet: with_.latency.p99Ms <= latencyMaxRatio * Math.max(1, without.latency.p99Ms),
        seen: `p99 ${without.latency.p99Ms.toFixed(1)} → ${with_.latency.p99Ms.toFixed(1)} ms`,
      },
      { what: 'the good film is served', isMet: with_.plays },
      { what: 'the server names a damaged film', isMet: with_.names },
    ];
  },
};

/**
 * Duration of the film outside the library. A server that reads its playlist would show this to
 * players.
 */
const outsideSec = 1234;
const outsidePlaylist = `#EXTM3U\n#EXT-X-TARGETDURATION:${outsideSec}\n#EXTINF:${outsideSec},\nx.m4s\n#EXT-X-ENDLIST\n`;

const strangeFiles: Recipe = {
  row: 'L2',
  title: 'a FIFO, a device file and a path out of the library [attack-L2]',
  run: () =>
    withLibrary(
      { 'outside.m3u8': outsidePlaylist, 'library/good.mp4': copyOfFilm },
      async (directory) => {
        const mediaDir = join(directory, 'library');
        writeFileSync(join(mediaDir, 'out.json'), '{ "id": "outsidefilm" }');
        writeFileSync(
          join(mediaDir, 'out.m3u8'),
          '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n..%2foutside.m3u8\n',
        );
        execFileSync(
          'mkfifo',
          ['fifo.mp4', 'fifo.json', 'fifo.m3u8', 'playlists.json'].map((name) =>
            join(mediaDir, name),
          ),
        );
        for (const name of ['fifo.m3u8', 'zero.m3u8'])
          writeFileSync(
            join(mediaDir, `to-${name}`),
            `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${name}\n`,
          );
        for (const name of ['zero.json', 'zero.mpd', 'zero.m3u8'])
          symlinkSync('/dev/zero', join(mediaDir, name));
        return withServer(['--media', mediaDir], async (server) => {
          const good = await fetch(`${server.embedOrigin}/media/good.mp4`, { method: 'HEAD' });
          const page = await (await fetch(`${server.embedOrigin}/embed/outsidefilm`)).text();
          return [
            {
              what: 'the server starts and serves the film next to these files',
              isMet: good.status === 200,
            },
            {
              what: 'the server does not read the playlist outside its directory',
              isMet: page.includes('outsidefilm') && !page.includes(String(outsideSec)),
            },
          ];
        });
      },
    ),
};

/**
 * Control characters except the line feed at the end of a line, and characters that change text
 * direction.
 */
const isUnprintable = (text: string) => /\p{Cc}|\p{Bidi_Control}/u.test(text.replaceAll('\n', ''));

const escapes: Recipe = {
  row: 'L6',
  title: 'escape sequences in file names [attack-L6]',
  run: () =>
    withLibrary(
      {
        'red\x1b[31m\x1b]0;owned\x07.mp4': 'no film',
        'turned\u202e4pm.mp4': 'no film',
        'two\nlines.json': '{',
        'two\nlines.mp4': copyOfFilm,
      },
      (mediaDir) =>
        withServer(['--media', mediaDir], async (server): Promise<Check[]> => {
          await until(
            'the files are named',
            () => /red/.test(server.output()) && /turned/.test(server.output()),
          );
          return [
            {
              what: 'no output of the server acts as a terminal command',
              isMet: !isUnprintable(server.output()),
              ...(isUnprintable(server.output()) && { seen: JSON.stringify(server.output()) }),
            },
          ];
        }),
    ),
};

export const libraryRecipes: readonly Recipe[] = [damagedFiles, strangeFiles, escapes];
