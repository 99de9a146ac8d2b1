import path from 'node:path';
import { root } from '../lib/project.js';
import { openProgressFile } from './progress-file.js';
import { saveBrowserState } from './save-browser-state.js';

/** @typedef {import('vitest/node').Reporter} Reporter */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */

/**
 * Vitest's reporter for `npm test`: it writes each start and end of a file, a test and a hook to the progress file.
 * @implements {Reporter}
 */
export class VitestProgress {
  #file = openProgressFile();

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    const stallDir = this.#file?.stallDir;
    if (stallDir === undefined) return;
    // The watchdog asks by this signal, which is harmless to a runner that does not listen yet.
    process.on('SIGURG', () => void saveBrowserState(vitest, stallDir));
  }

  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    this.#file?.note({ event: 'started', kind: 'file', step: fileOf(module) });
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    this.#file?.note({ event: 'ended', kind: 'file', step: fileOf(module) });
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.#file?.note({ event: 'started', kind: 'test', step: nameOf(test) });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.#file?.note({ event: 'ended', kind: 'test', step: nameOf(test) });
  }

  /** @param {import('vitest/node').ReportedHookContext} hook */
  onHookStart({ name, entity }) {
    this.#file?.note({ event: 'started', kind: 'hook', step: `${nameOf(entity)} › ${name}` });
  }

  /** @param {import('vitest/node').ReportedHookContext} hook */
  onHookEnd({ name, entity }) {
    this.#file?.note({ event: 'ended', kind: 'hook', step: `${nameOf(entity)} › ${name}` });
  }
}

/** @param {TestModule} module */
function fileOf(module) {
  return path.relative(root, module.moduleId);
}

/** @param {TestCase | import('vitest/node').TestSuite | TestModule} entity */
function nameOf(entity) {
  return entity.type === 'module' ? fileOf(entity) : `${fileOf(entity.module)} › ${entity.fullName}`;
}
