import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Code that no file of a room may contain, and the compiler's error for it. The compiler names a
 * file elsewhere once, so each of a room imports another.
 */
const refused: Record<string, readonly (readonly [code: string, error: string])[]> = {
  shared: [
    [
      "import { pageClock } from '../src/page/page-clock.ts';\nexport const x = pageClock;\n",
      'TS6307',
    ],
    ['export const title = document.title;\n', 'TS2584'],
    ['export const timer = setTimeout(() => {}, 1);\n', 'TS2304'],
    ["export const reply = fetch('/');\n", 'TS2304'],
  ],
  hls: [
    [
      "import { makeRanges } from '../hls/worker/time-ranges.ts';\nexport const x = makeRanges;\n",
      'TS6307',
    ],
    [
      "import { pageClock } from '../src/page/page-clock.ts';\nexport const x = pageClock;\n",
      'TS6307',
    ],
    ['export const title = document.title;\n', 'TS2584'],
  ],
  'hls/worker': [
    [
      "import type { PlayerState } from '../../src/player/state/player-state.ts';\nexport type X = PlayerState;\n",
      'TS6307',
    ],
    [
      "import type { Platform } from '../../worker/services/platform.ts';\nexport type X = Platform;\n",
      'TS6307',
    ],
    ['export const title = document.title;\n', 'TS2584'],
  ],
  src: [
    [
      "import { createServices } from '../worker/services/create-services.ts';\nexport const x = createServices;\n",
      'TS6307',
    ],
    [
      "import type { LoadMeter } from '../worker/services/services-load.ts';\nexport type X = LoadMeter;\n",
      'TS6307',
    ],
    [
      "import type { EventStore } from '../server/store/event-store.ts';\nexport type X = EventStore;\n",
      'TS6307',
    ],
    [
      "import { WorkerMediaElement } from '../hls/worker/worker-media-element.ts';\nexport const x = WorkerMediaElement;\n",
      'TS6307',
    ],
    ["import { Player } from '../sdk/player.ts';\nexport const x = Player;\n", 'TS6307'],
  ],
  worker: [
    [
      "import { createPlayerStore } from '../src/player/state/player-store.ts';\nexport const x = createPlayerStore;\n",
      'TS6307',
    ],
    [
      "import type { Log } from '../src/telemetry/player-log.ts';\nexport type X = Log;\n",
      'TS6307',
    ],
    [
      "import { createHlsPlayback } from '../hls/playback/create-hls-playback.ts';\nexport const x = createHlsPlayback;\n",
      'TS6307',
    ],
    ['export const title = document.title;\n', 'TS2584'],
    ['export const width = window.innerWidth;\n', 'TS2304'],
  ],
  server: [
    [
      "import type { PlayerState } from '../src/player/state/player-state.ts';\nexport type X = PlayerState;\n",
      'TS6307',
    ],
    ['export const title = document.title;\n', 'TS2584'],
  ],
  demo: [
    [
      "import { parsePageConfig } from '../src/boot/page-config.ts';\nexport const x = parsePageConfig;\n",
      'TS6307',
    ],
  ],
  sdk: [
    ["import { ok } from '../shared/tools/result.ts';\nexport const x = ok;\n", 'TS6307'],
    [
      "import type { PlayerState } from '../src/player/state/player-state.ts';\nexport type X = PlayerState;\n",
      'TS6307',
    ],
    [
      "import type { Platform } from '../worker/services/platform.ts';\nexport type X = Platform;\n",
      'TS6307',
    ],
    [
      "import type { ServerEnv } from '../server/http/server-env.ts';\nexport type X = ServerEnv;\n",
      'TS6307',
    ],
  ],
};

const rooms = Object.keys(refused);
const plantedFile = (room: string, index: number) => `${room}/planted-${index}.ts`;

/** The file elsewhere that a code imports, relative to the root, and the name that it imports. */
function importedBy(room: string, code: string): { file: string; name: string } | null {
  const [, name, path] = /^import (?:type )?\{ (\w+) \} from '(.+)'/.exec(code) ?? [];
  if (name === undefined || path === undefined) return null;
  return { file: join(room, path), name };
}

/** The compiler's output, one error a line. */
let lines: readonly string[] = [];

// The plans of all rooms, in which the violations stand almost alone: the check of types compiles
// the sources themselves.
beforeAll(() => {
  const copy = mkdtempSync(join(tmpdir(), 'offstage-boundaries-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  try {
    for (const path of ['tsconfig.base.json', ...rooms.map((room) => `${room}/tsconfig.json`)])
      write(path, readFileSync(join(root, path), 'utf8'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [room, cases] of Object.entries(refused)) {
      write(`${room}/allowed.ts`, 'export const here = new Map([[1, 2]]);\n');
      for (const [index, [code]] of cases.entries()) {
        write(plantedFile(room, index), code);
        const imported = importedBy(room, code);
        // Its own imports would be further violations.
        if (imported !== null)
          write(
            imported.file,
            `export const ${imported.name} = 1;\nexport type ${imported.name} = 1;\n`,
          );
      }
    }
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = { cwd: copy, encoding: 'utf8' } as const;
    lines = spawnSync(process.execPath, [tsc, '-b', ...rooms], options).stdout.split('\n');
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test.each(Object.entries(refused))(
  'in %s the compiler refuses exactly the planted violations',
  (room, cases) => {
    const ofRoom = lines.filter((line) => roomOf(line) === room);
    expect(ofRoom.filter((line) => !line.startsWith(`${room}/planted-`))).toEqual([]);
    for (const [index, [code, error]] of cases.entries()) {
      const ofFile = ofRoom.filter((line) => line.startsWith(plantedFile(room, index)));
      expect(ofFile, code).toContainEqual(expect.stringContaining(error));
      const imported = importedBy(room, code);
      if (imported !== null)
        expect(readFileSync(join(root, imported.file), 'utf8')).toContain(imported.name);
    }
  },
);

/** The innermost: `hls/worker` is a room of its own. */
function roomOf(line: string): string | undefined {
  return rooms.toReversed().find((room) => line.startsWith(`${room}/`));
}
