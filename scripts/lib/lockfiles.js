/** Directories with a lockfile of their own; only the first is shipped. */
export const packageDirectories = [
  '.',
  'e2e/clients',
  'e2e/unfurl',
  'e2e/browsers',
  'e2e/clickhouse',
  'bench/logging/peers',
  'bench/players/peers',
  'bench/soak/tools',
];
