import path from 'node:path';
import { root } from '../lib/project.js';
import { errorSentence, openProgressFile } from './progress-file.js';
import { saveBrowserState } from './save-browser-state.js';

/** @typedef {import('vitest/node').Reporter} Reporter */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */

/**
 * Vitest's reporter for `npm test`. It writes the start and end of each file, test and hook to the
 * progress file.
 * @implements {Reporter}
 */
export class VitestProgress {
  #file = openProgressFile();

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    const stallDir = this.#file?.stallDir;
    if (stallDir === undefined) return;
    // The watchdog sends this signal; runners without a listener ignore it.
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

  /**
   * @param {unknown} _modules
   * @param {readonly import('vitest/node').SerializedError[]} errors outside of every test
   */
  onTestRunEnd(_modules, errors) {
    for (const error of errors)
      this.#file?.note({
        event: 'noted',
        kind: 'error',
        step: endedBrowser(error) ?? errorSentence(error),
      });
  }
}

/**
 * @param {{ code?: unknown, cause?: unknown }} error
 * @returns {string | null} a sentence if the browser ended before its tests
 */
function endedBrowser({ code, cause }) {
  if (code === 'VITEST_BROWSER_CONNECTION_CLOSED')
    return 'its browser ended, perhaps for lack of memory; run the suite again';
  return cause instanceof Object ? endedBrowser(cause) : null;
}

/** @param {TestModule} module */
function fileOf(module) {
  return path.relative(root, module.moduleId);
}

/** @param {TestCase | import('vitest/node').TestSuite | TestModule} entity */
function nameOf(entity) {
  return entity.type === 'module'
    ? fileOf(entity)
    : `${fileOf(entity.module)} › ${entity.fullName}`;
}
