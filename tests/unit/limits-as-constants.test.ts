import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { limitsAsConstants } from '../../scripts/lib/limits-as-constants.js';
import { playerLimits } from '../../shared/limits/player-limits.ts';

/** @returns the script that Vite builds from a module */
async function buildScript(module: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? id : null),
    load: (id: string) => (id === 'entry' ? module : null),
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, limitsAsConstants()],
    build: { write: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: false } },
  });
  return (built as Rolldown.RolldownOutput).output[0].code;
}

const from = `import { playerLimits } from '${import.meta.dirname}/../../shared/limits/player-limits.ts';`;

test('a script contains the limits that it uses, and none of their names', async () => {
  const script = await buildScript(`${from} console.log(playerLimits.activityUpdateMs);`);
  expect(script).toContain(`console.log(${playerLimits.activityUpdateMs})`);
  expect(script).not.toContain('Ms');
});

test('a module that uses a whole object of limits gets all of it', async () => {
  const script = await buildScript(`${from} console.log({ ...playerLimits });`);
  for (const name of Object.keys(playerLimits)) expect(script).toContain(name);
});
