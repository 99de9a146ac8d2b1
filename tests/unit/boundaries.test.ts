import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

let copy = '';

// A copy of the sources, in which violations can be planted.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'offstage-boundaries-'));
  for (const path of [...Object.keys(refused), 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Compiles a room with each of these in a file of its own. @returns the compiler's errors in files
 * of the room, one a line
 */
function compileWith(project: string, codes: readonly string[]): string[] {
  const files = codes.map((_, index) => join(copy, project, plantedFile(index)));
  for (const [index, file] of files.entries()) writeFileSync(file, codes[index] ?? '');
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-b', project], {
      cwd: copy,
      encoding: 'utf8',
    });
    return stdout.split('\n').filter((line) => line.startsWith(`${project}/`));
  } finally {
    for (const file of files) rmSync(file);
  }
}

const plantedFile = (index: number) => `planted-${index}.ts`;

test.each(Object.entries(refused))(
  'in %s the compiler refuses exactly the planted violations',
  (project, cases) => {
    const lines = compileWith(
      project,
      cases.map(([code]) => code),
    );
    expect(lines.filter((line) => !line.startsWith(`${project}/planted-`))).toEqual([]);
    for (const [index, [code, error]] of cases.entries()) {
      const ofFile = lines.filter((line) => line.startsWith(`${project}/${plantedFile(index)}`));
      expect(ofFile, code).toContainEqual(expect.stringContaining(error));
    }
  },
);
