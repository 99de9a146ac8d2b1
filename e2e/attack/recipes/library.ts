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

/** The header of a WebM file and the start of its segment, followed by zeros: mediabunny 1.61 reads them for ever. */
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

/** Each cost seconds of the only thread when it was read there. */
const slowFiles: LibraryFiles = {
  'commas.m3u8': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1${','.repeat(300_000)}\nx.m3u8\n`,
  'comments.mpd': `<?xml version="1.0"?><MPD>${'<!--'.repeat(200_000)}`,
  'instructions.mpd': `<?xml version="1.0"?><MPD>${'<?a'.repeat(200_000)}`,
  'many-segments.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n${'#EXTINF:1,\nx.m4s\n'.repeat(90_000)}#EXT-X-ENDLIST\n`,
};

/** How much later than without them the server may listen. It reads them in the background. */
const startMaxRatio = 1.5;
/** The fastest of so many starts counts, for other work on the machine only makes them slower. */
const startCount = 3;
/** What answers may take while the library is read, against a server that has read it. */
const latencyMaxRatio = 20;
const watchMs = 2_000;

/** What a server does while it reads its library. */
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
  title: 'films that are read for ever, playlists that take seconds [attack-H3]',
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
        // In the same seconds: other work on the machine slows down both.
        const watched = await Promise.all([watchServer(goodDir, false), watchServer(badDir, true)]);
        return [
          { startedMs: Math.min(...starts.good), ...watched[0] },
          { startedMs: Math.min(...starts.bad), ...watched[1] },
        ] as const;
      }),
    );
    return [
      {
        what: `the server listens within ${startMaxRatio}× of the time without them`,
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

/** How long the film outside of the library is. A server that reads its playlist tells it to players. */
const outsideSec = 1234;
const outsidePlaylist = `#EXTM3U\n#EXT-X-TARGETDURATION:${outsideSec}\n#EXTINF:${outsideSec},\nx.m4s\n#EXT-X-ENDLIST\n`;

const strangeFiles: Recipe = {
  row: 'L2',
  title: 'a FIFO, a device and a path out of the library [attack-L2]',
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
              what: 'the server starts and serves the film beside them',
              isMet: good.status === 200,
            },
            {
              what: 'it does not read the playlist outside of its directory',
              isMet: page.includes('outsidefilm') && !page.includes(String(outsideSec)),
            },
          ];
        });
      },
    ),
};

/** Control characters but for the line feed that ends a line, and what turns the direction of text. */
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
              what: 'nothing that the server prints reaches the terminal as a command',
              isMet: !isUnprintable(server.output()),
              ...(isUnprintable(server.output()) && { seen: JSON.stringify(server.output()) }),
            },
          ];
        }),
    ),
};

export const libraryRecipes: readonly Recipe[] = [damagedFiles, strangeFiles, escapes];
