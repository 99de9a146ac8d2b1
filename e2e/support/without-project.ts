import { delimiter } from 'node:path';

/**
 * Keeps only the settings of the npm that runs these tests, and removes this project's tools from
 * PATH.
 */
export function withoutProject(env: NodeJS.ProcessEnv): Record<string, string> {
  const settings = ['registry', 'cache', 'userconfig', 'globalconfig'].map(
    (name) => `npm_config_${name}`,
  );
  const kept = Object.entries(env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$|OFFSTAGE_)/i.test(name) || settings.includes(name),
  );
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: path.join(delimiter) };
}
