import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projects = ['shared', 'hls', 'media-worker', 'src', 'worker', 'server', 'demo', 'sdk'];
let copy = '';

// A copy of the sources, in which violations can be planted.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'offstage-boundaries-'));
  for (const path of [...projects, 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Compiles one project with a planted file. @returns what the compiler says */
function compileWith(project: string, code: string): string {
  const plant = join(copy, project, 'planted.ts');
  writeFileSync(plant, code);
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-b', project], { cwd: copy, encoding: 'utf8' }).stdout;
  } finally {
    rmSync(plant);
  }
}

test('the sources compile as they are', () => {
  for (const project of projects) expect(compileWith(project, 'export const fine = 1;\n')).toBe('');
});

test.each([
  [
    'worker',
    "import { createPlayerStore } from '../src/player/player-store.ts';\nexport const x = createPlayerStore;\n",
    'TS6307',
  ],
  [
    'worker',
    "import type { PlayerState } from '../src/player/player-state.ts';\nexport type X = PlayerState;\n",
    'TS6307',
  ],
  [
    'src',
    "import { createServices } from '../worker/create-services.ts';\nexport const x = createServices;\n",
    'TS6307',
  ],
  ['src', "import type { Platform } from '../worker/platform.ts';\nexport type X = Platform;\n", 'TS6307'],
  [
    'src',
    "import type { EventStore } from '../server/store/event-store.ts';\nexport type X = EventStore;\n",
    'TS6307',
  ],
  [
    'server',
    "import type { PlayerState } from '../src/player/player-state.ts';\nexport type X = PlayerState;\n",
    'TS6307',
  ],
  ['shared', "import { pageClock } from '../src/page-clock.ts';\nexport const x = pageClock;\n", 'TS6307'],
  [
    'demo',
    "import { parsePageConfig } from '../src/page-config.ts';\nexport const x = parsePageConfig;\n",
    'TS6307',
  ],
  [
    'src',
    "import { MediaMirror } from '../media-worker/media-mirror.ts';\nexport const x = MediaMirror;\n",
    'TS6307',
  ],
  [
    'hls',
    "import { MediaMirror } from '../media-worker/media-mirror.ts';\nexport const x = MediaMirror;\n",
    'TS6307',
  ],
  ['hls', "import { pageClock } from '../src/page-clock.ts';\nexport const x = pageClock;\n", 'TS6307'],
  [
    'media-worker',
    "import type { PlayerState } from '../src/player/player-state.ts';\nexport type X = PlayerState;\n",
    'TS6307',
  ],
  [
    'media-worker',
    "import type { Platform } from '../worker/platform.ts';\nexport type X = Platform;\n",
    'TS6307',
  ],
  [
    'worker',
    "import { createHlsPlayback } from '../hls/create-hls-playback.ts';\nexport const x = createHlsPlayback;\n",
    'TS6307',
  ],
  ['sdk', "import { ok } from '../shared/result.ts';\nexport const x = ok;\n", 'TS6307'],
  [
    'sdk',
    "import type { PlayerState } from '../src/player/player-state.ts';\nexport type X = PlayerState;\n",
    'TS6307',
  ],
  ['sdk', "import type { Platform } from '../worker/platform.ts';\nexport type X = Platform;\n", 'TS6307'],
  [
    'sdk',
    "import type { ServerEnv } from '../server/http/server-env.ts';\nexport type X = ServerEnv;\n",
    'TS6307',
  ],
  ['src', "import { Player } from '../sdk/player.ts';\nexport const x = Player;\n", 'TS6307'],
  ['hls', 'export const title = document.title;\n', 'TS2584'],
  ['media-worker', 'export const title = document.title;\n', 'TS2584'],
  ['worker', 'export const title = document.title;\n', 'TS2584'],
  ['worker', 'export const width = window.innerWidth;\n', 'TS2304'],
  ['shared', 'export const title = document.title;\n', 'TS2584'],
  ['shared', 'export const timer = setTimeout(() => {}, 1);\n', 'TS2304'],
  ['shared', "export const reply = fetch('/');\n", 'TS2304'],
  ['server', 'export const title = document.title;\n', 'TS2584'],
])('%s refuses %j with %s', (project, code, error) => {
  const output = compileWith(project, code);
  expect(output).toContain(`${project}/planted.ts`);
  expect(output).toContain(error);
});
