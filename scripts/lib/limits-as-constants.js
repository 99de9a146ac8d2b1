import { pathToFileURL } from 'node:url';

const limitsFile = /\/shared\/limits\/[a-z-]+\.ts$/;
const prefix = '\0limits:';

/**
 * Makes each number of a limits file a constant of its own, so that a script contains the numbers
 * that it uses, and no names: minifiers keep objects whole. An object that a module takes apart
 * (`const { a } = limits`) stays whole too.
 * @returns {import('vite').Plugin}
 */
export function limitsAsConstants() {
  return {
    name: 'limits-as-constants',
    apply: 'build',
    resolveId: (id) => (id.startsWith(prefix) ? { id, moduleSideEffects: false } : null),
    async load(id) {
      if (id.startsWith(prefix)) {
        const [, name = '', file = ''] = id.split(':');
        return Object.entries((await readLimits(file))[name] ?? {})
          .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
          .join('\n');
      }
      if (!limitsFile.test(id)) return null;
      return Object.keys(await readLimits(id))
        .map((name) => `export * as ${name} from ${JSON.stringify(`${prefix}${name}:${id}`)};`)
        .join('\n');
    },
  };
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, Record<string, unknown>>>}
 */
function readLimits(file) {
  return import(pathToFileURL(file).href);
}
