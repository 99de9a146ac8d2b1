import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EnvironmentModuleNode } from 'vite';
import type { TestModule } from 'vitest/node';
import { root } from '../../scripts/lib/project.js';
import type { Coverage, CoveringFile, Mutant } from './mutant.ts';
import { runFiles } from './run-files.ts';

/**
 * @returns for each mutant the test files and tests that execute it, without those that fail
 * without a mutant
 */
export function collectCoverage(modules: readonly TestModule[]): Coverage {
  const coverage = new Map<string, CoveringFile[]>();
  const add = (id: string, file: CoveringFile) =>
    coverage.set(id, [...(coverage.get(id) ?? []), file]);
  const whileLoading = new Set(modules.flatMap((module) => module.meta().mutantsOfFile ?? []));
  const idsByFile = Map.groupBy(readMutants(), ({ file }) => path.join(root, file));
  for (const module of modules) {
    const ofFile = new Set(
      // In Node.js files share their modules: only the first one executes the top level of a
      // module.
      module.project.isBrowserEnabled()
        ? module.meta().mutantsOfFile
        : importsOf(module).flatMap((file) =>
            (idsByFile.get(file) ?? []).map(({ id }) => id).filter((id) => whileLoading.has(id)),
          ),
    );
    const passed = [...module.children.allTests('passed')].map(({ id }) => id);
    const testIds = module.ok() ? null : passed;
    const whole: CoveringFile = {
      path: module.moduleId,
      testIds,
      durationMs: module.diagnostic().duration,
    };
    for (const id of ofFile) add(id, whole);
    for (const [id, file] of coverageByTests(module)) if (!ofFile.has(id)) add(id, file);
  }
  return Object.fromEntries(coverage);
}

function coverageByTests(module: TestModule): Map<string, CoveringFile> {
  const { mutantsOfTests = {} } = module.meta();
  const files = new Map<string, CoveringFile>();
  for (const test of module.children.allTests('passed'))
    for (const id of mutantsOfTests[test.id] ?? []) {
      const file = files.get(id) ?? { path: module.moduleId, testIds: [], durationMs: 0 };
      file.testIds?.push(test.id);
      file.durationMs += test.diagnostic()?.duration ?? 0;
      files.set(id, file);
    }
  return files;
}

/** @returns absolute paths of a test file's imports, and of theirs */
function importsOf(module: TestModule): string[] {
  const graph = module.project.vite.environments.ssr?.moduleGraph;
  const found = new Set<EnvironmentModuleNode>(graph?.getModulesByFile(module.moduleId) ?? []);
  for (const node of found) for (const imported of node.importedModules) found.add(imported);
  return [...found].flatMap(({ file }) => file ?? []);
}

function readMutants(): Mutant[] {
  return JSON.parse(readFileSync(runFiles.sources, 'utf8')).mutants;
}
