import path from 'node:path';
import { root } from '../../scripts/lib/project.js';

const directory = path.join(root, 'test-results/mutants');

/** Files that the processes of a run pass to each other, and the result of the last run. */
export const runFiles = {
  directory,
  sources: path.join(directory, 'sources.json'),
  coverage: path.join(directory, 'coverage.json'),
  results: path.join(directory, 'results.json'),
};
