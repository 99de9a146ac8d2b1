import { BaseSequencer } from 'vitest/node';
import config from '../../vitest.config.ts';
import { mutantPlugin } from './mutant-plugin.ts';

const isRecording = process.env.OFFSTAGE_MUTANTS === 'record';

/** Keeps the given order of the files: the most likely to kill first. */
class GivenOrder extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return files;
  }
}

/** They judge other code, or run the mutated code in a separate process without mutants. */
const otherTests = [
  'tests/unit/*.test.ts',
  'tests/unit/{bench,dashboard,demo,sdk}/**',
  'tests/unit/server/{access,cli,library,pages/sdk,pages/watch,postgres,reports,running}/**',
  'tests/browser/{player,sdk,ui}/**',
];

const { projects = [], ...test } = config.test ?? {};

export default {
  ...config,
  plugins: [mutantPlugin()],
  test: {
    ...test,
    bail: isRecording ? 0 : 1,
    maxWorkers: isRecording ? 2 : 1,
    silent: true,
    // The cache identifies files by their content, and would return the code of an earlier run,
    // whose mutants had other numbers.
    fsModuleCache: false,
    sequence: { sequencer: GivenOrder },
    projects: projects
      .filter((project) => typeof project === 'object' && 'test' in project)
      .filter(({ test }) => test?.name === 'unit' || test?.name === 'browser')
      .map((project) => ({
        ...project,
        test: {
          ...project.test,
          ...(!isRecording && { testTimeout: 20_000, hookTimeout: 20_000 }),
          fsModuleCache: false,
          exclude: otherTests,
          setupFiles: [
            ...(isRecording ? ['tests/mutants/record-coverage.ts'] : []),
            ...[project.test?.setupFiles ?? []].flat(),
          ],
        },
      })),
  },
};
