import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** React modules that the player imports, and the file of each production build. */
const files = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/**
 * Provides React for the browser as ES modules.
 *
 * React is published as CommonJS, which a bundler can only wrap in a function. The browser then
 * pre-parses the whole script, and parses it again on the page's main thread when the function is
 * called: a third of the cost of starting React. Modules are parsed once, and unused exports are
 * left out.
 * @returns {import('vite').Plugin}
 */
export function reactAsModules() {
  const paths = new Map(
    Object.entries(files).map(([name, file]) => {
      const [packageName = '', ...inside] = file.split('/');
      const directory = path.dirname(require.resolve(`${packageName}/package.json`));
      return [name, path.join(directory, ...inside)];
    }),
  );
  const ours = new Set(paths.values());
  return {
    name: 'react-as-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => paths.get(id),
    load: (id) => (ours.has(id) ? toModule(readFileSync(id, 'utf8'), id) : undefined),
  };
}

/**
 * @param {string} code CommonJS: `require` only in declarations, each export set once, at the top
 * level or in one of its branches
 * @param {string} file for the error message
 * @throws if a later React has another form
 */
export function toModule(code, file) {
  /** @type {string[]} */
  const imports = [];
  const names = new Set(Array.from(code.matchAll(/\bexports\.(\w+)/g), ([, name = '']) => name));
  // Exports that are set once at the top level become constants, which a bundler can leave out.
  const constants = [...names].filter((name) => {
    const sets = Array.from(code.matchAll(new RegExp(`(^|.)exports\\.${name} =`, 'gm')));
    return sets.length === 1 && sets[0]?.[1] === '';
  });
  let module = code
    .replaceAll(/(?:var )?\b(\w+) = require\("([\w/-]+)"\)[,;]/g, (_, name, from) => {
      imports.push(`import * as ${name} from '${from}';`);
      return '';
    })
    .replaceAll(/^exports\.(\w+) =/gm, (set, name) =>
      constants.includes(name) ? `const $${name} =` : set,
    )
    .replaceAll(/\bexports\.(\w+)/g, '$$$1');
  const inBranches = [...names].filter((name) => !constants.includes(name));
  const exported = [...names].map((name) => `$${name} as ${name}`);
  module = [
    ...imports,
    ...inBranches.map((name) => `let $${name};`),
    module,
    `export { ${exported.join(', ')} };`,
  ].join('\n');
  const left = /\brequire\(|\bmodule\.exports|\bexports\b(?=[.[])/.exec(module);
  if (left !== null || names.size === 0)
    throw new Error(
      `${file} is not the CommonJS that scripts/lib/react-as-modules.js knows: ${left?.[0] ?? 'no exports'}.`,
    );
  return module;
}
