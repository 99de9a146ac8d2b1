import process from 'node:process';
import {
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { collectCoverage } from './collect-coverage.ts';
import type { Coverage, CoveringFile, Verdict } from './mutant.ts';
import type { RunnerRequest } from './runner-client.ts';

// One process for each project: a mutant that never returns blocks the event loop, and then the
// process is killed.
const [project = 'unit', ...filters] = process.argv.slice(2);
let moduleCount = 0;
/** The first failure of this run. Vitest's own result also holds failures of earlier runs. */
let killer: string | null = null;
const vitest = await createVitest({
  config: 'tests/mutants/vitest.config.ts',
  project,
  watch: false,
  reporters: [{ onTestCaseResult: noteFailure, onTestModuleEnd: noteModule }],
});
await vitest.standalone();

process.on('message', async (request: RunnerRequest) => {
  const reply =
    request.type === 'record'
      ? await record(vitest)
      : await judge(vitest, request.id, request.files);
  process.send?.(reply);
});
process.send?.('ready');

async function record(vitest: Vitest): Promise<{ coverage: Coverage; failed: string[] }> {
  const specifications = await vitest.globTestSpecifications(filters);
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
  return { coverage: collectCoverage(testModules), failed };
}

function noteFailure(test: TestCase): void {
  if (test.result().state === 'failed')
    killer ??= `${test.module.relativeModuleId} “${test.fullName}”`;
}

function noteModule(module: TestModule): void {
  if (!module.ok()) killer ??= `${module.relativeModuleId} outside of its tests`;
  moduleCount++;
  // Recording takes minutes.
  if (process.env.OFFSTAGE_MUTANTS === 'record' && moduleCount % 20 === 0)
    console.error(`${project}: ${moduleCount} test files without mutants`);
}

async function judge(vitest: Vitest, id: string, files: CoveringFile[]): Promise<Verdict> {
  const [first] = vitest.projects;
  if (first === undefined) throw new Error(`no project ${project}`);
  process.env.__STRYKER_ACTIVE_MUTANT__ = id;
  const graph = first.vite.environments.client?.moduleGraph;
  const switchModule = graph?.getModuleById('\0active-mutant');
  if (switchModule) graph?.invalidateModule(switchModule);
  const specifications: TestSpecification[] = files.map(({ path, testIds }) =>
    first.createSpecification(path, testIds === null ? undefined : { testIds }),
  );
  killer = null;
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (unhandledErrors.length > 0) killer ??= 'an unhandled error';
  return { status: killer === null ? 'survived' : 'killed', killer };
}
