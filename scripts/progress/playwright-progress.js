import path from 'node:path';
import { root } from '../lib/project.js';
import { errorSentence, openProgressFile } from './progress-file.js';

/** @typedef {import('@playwright/test/reporter').Reporter} Reporter */
/** @typedef {import('@playwright/test/reporter').TestCase} TestCase */
/** @typedef {import('@playwright/test/reporter').TestStep} TestStep */

/**
 * Playwright's reporter for `npm test`. It writes the start and end of each test and step to the
 * progress file.
 * @implements {Reporter}
 */
export default class PlaywrightProgress {
  #file = openProgressFile();

  /** @param {TestCase} test */
  onTestBegin(test) {
    this.#file?.note({ event: 'started', kind: 'test', step: nameOf(test) });
  }

  /** @param {TestCase} test */
  onTestEnd(test) {
    this.#file?.note({ event: 'ended', kind: 'test', step: nameOf(test) });
  }

  /**
   * @param {TestCase} test
   * @param {unknown} _result
   * @param {TestStep} step
   */
  onStepBegin(test, _result, step) {
    this.#file?.note({
      event: 'started',
      kind: kindOf(step),
      step: `${nameOf(test)} › ${step.title}`,
    });
  }

  /**
   * @param {TestCase} test
   * @param {unknown} _result
   * @param {TestStep} step
   */
  onStepEnd(test, _result, step) {
    this.#file?.note({
      event: 'ended',
      kind: kindOf(step),
      step: `${nameOf(test)} › ${step.title}`,
    });
  }

  /** @param {import('@playwright/test/reporter').TestError} error an error outside of every test */
  onError(error) {
    this.#file?.note({ event: 'noted', kind: 'error', step: errorSentence(error) });
  }

  /** The list reporter prints. */
  printsToStdio() {
    return false;
  }
}

/** @param {TestStep} step */
function kindOf({ category }) {
  return category === 'hook' ? 'hook' : 'step';
}

/** @param {TestCase} test */
function nameOf({ location, title }) {
  return `${path.relative(root, location.file)}:${location.line} › ${title}`;
}
