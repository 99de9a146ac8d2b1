import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { disableFeatures } from '../support/disabled-features.ts';
import type { Check } from './check.ts';
import { openScene } from './open-scene.ts';
import { failedLines, floodLine, recipeLine } from './print-lines.ts';
import { floods } from './recipes/floods.ts';
import { libraryRecipes } from './recipes/library.ts';
import { postgresRecipes } from './recipes/postgres.ts';
import { privacyRecipes } from './recipes/privacy.ts';
import { storeRecipes } from './recipes/store.ts';
import { type FloodForm, runFlood } from './run-flood.ts';
import { checkViewer } from './viewer.ts';

/** Flood duration, quiet time before it for comparison, and strength. */
const full: FloodForm = { idleMs: 3_000, floodMs: 10_000, scale: 10, judgedBy: 'p99Ms' };
/** Part of `npm test`, so it also runs on busy machines. */
const short: FloodForm = { idleMs: 1_500, floodMs: 3_000, scale: 1, judgedBy: 'usualP99Ms' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    /** Path of the JSON results, for `npm test`. */
    report: { type: 'string' },
  },
});
if (process.platform !== 'linux') {
  console.error(
    'The attacks need Linux: they read descriptors and memory of the server from /proc.',
  );
  process.exit(2);
}
const isWanted = ({ row }: { row: string }) =>
  positionals.length === 0 || positionals.includes(row);
const recipes = Object.entries({
  library: libraryRecipes,
  privacy: privacyRecipes,
  store: storeRecipes,
  postgres: postgresRecipes,
})
  .flatMap(([name, list]) =>
    list.map((recipe) => ({ recipe, file: `e2e/attack/recipes/${name}.ts` })),
  )
  .filter(({ recipe }) => isWanted(recipe) && !(values.short && recipe.isLong));
const wantedFloods = floods.filter(isWanted);
if (wantedFloods.length + recipes.length === 0) {
  console.error(
    `No attack is named ${positionals.join(', ')}; docs/security.md lists their names.`,
  );
  process.exit(2);
}

const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    disableFeatures,
  ],
});
let passed = 0;
let failed = 0;
const attacks: { file: string; title: string; durationMs: number; notMet: string[] }[] = [];

/** Prints and counts the results of an attack and keeps them for the report. */
function record(
  attack: { file: string; title: string; startMs: number },
  line: string,
  checks: readonly Check[],
): void {
  const notMet = failedLines(checks);
  console.log([line, ...notMet].join('\n'));
  failed += notMet.length;
  passed += checks.length - notMet.length;
  const { file, title, startMs } = attack;
  attacks.push({ file, title, durationMs: performance.now() - startMs, notMet });
}

/** An attack that fails to complete proves nothing, so it counts as successful. */
function brokenOff(error: unknown): Check[] {
  return [
    {
      what: 'the attack runs to its end',
      isMet: false,
      seen: String(error instanceof Error && error.cause ? error.cause : error),
    },
  ];
}

try {
  if (wantedFloods.length > 0) {
    const scene = await openScene(browser);
    // Warm up first: a new server still compiles code, which slows down every client.
    await runFlood(
      scene,
      { row: '', title: '', flood: 'droppedDownloads' },
      { ...short, idleMs: 100, floodMs: 1_000 },
    );
    const file = 'e2e/attack/recipes/floods.ts';
    const sceneMs = performance.now();
    for (const recipe of wantedFloods) {
      const startMs = performance.now();
      const result = await runFlood(scene, recipe, values.short ? short : full);
      record({ file, title: recipe.title, startMs }, floodLine(recipe, result), result.checks);
    }
    const title = 'the embed of another client during all floods';
    const checks = await checkViewer(scene.viewer, scene.server);
    record({ file, title, startMs: sceneMs }, recipeLine({ row: '–', title }, checks), checks);
    await scene.close();
  }
  for (const { recipe, file } of recipes) {
    const startMs = performance.now();
    const checks = await recipe.run({ browser, isShort: values.short }).catch(brokenOff);
    record({ file, title: recipe.title, startMs }, recipeLine(recipe, checks), checks);
  }
} finally {
  await browser.close();
  if (values.report) writeFileSync(values.report, JSON.stringify({ attacks }));
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
