/**
 * What `npm run check` checks, each a command of the project's own tools.
 * @type {readonly { name: string, command: string, args: readonly string[] }[]}
 */
export const checkSteps = [
  { name: 'types', command: 'tsc', args: ['-b', '--force'] },
  { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'unused', command: 'knip', args: ['--no-progress'] },
  { name: 'sizes', command: 'size-limit', args: [] },
];
