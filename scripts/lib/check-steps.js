/**
 * The steps of `npm run check`, each a command.
 * @type {readonly { name: string, command: string, args: readonly string[] }[]}
 */
export const checkSteps = [
  { name: 'types', command: 'node', args: ['scripts/check-types.js'] },
  { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings'] },
  { name: 'unused', command: 'knip', args: ['--no-progress'] },
  { name: 'prose', command: 'node', args: ['scripts/check-prose.js'] },
  { name: 'sizes', command: 'size-limit', args: [] },
];
