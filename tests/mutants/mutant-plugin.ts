import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { root } from '../../scripts/lib/project.js';
import type { MutatedSources } from './create-mutants.ts';
import { runFiles } from './run-files.ts';

const switchId = '\0active-mutant';

/**
 * Replaces the sources by the code with all mutants. In the browser each such module first imports
 * the switch, because a worker shares no globals with its page. In Node.js the code reads the
 * environment variable itself.
 */
export function mutantPlugin(): Plugin {
  const { code }: MutatedSources = JSON.parse(readFileSync(runFiles.sources, 'utf8'));
  return {
    name: 'offstage-mutants',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:active-mutant' ? switchId : null),
    load: (id) => (id === switchId ? switchCode() : null),
    transform(_source, id) {
      const [file = '', query = ''] = id.split('?');
      // Such a module is only the URL, or the text, of the file.
      if (/\b(url|raw|worker|sharedworker)\b/.test(query)) return null;
      const mutated = code[path.relative(root, file)];
      if (mutated === undefined) return null;
      const isBrowser = this.environment.name === 'client';
      return {
        code: isBrowser ? `import 'virtual:active-mutant';\n${mutated}` : ofNoTest(mutated),
        map: null,
      };
    },
  };
}

/**
 * The top level of a module counts for all files that import it, even when one of their tests loads
 * it first.
 */
function ofNoTest(code: string): string {
  return `
    const offstageTest = globalThis.__stryker__?.currentTestId;
    if (offstageTest) globalThis.__stryker__.currentTestId = undefined;
    ${code}
    if (offstageTest) globalThis.__stryker__.currentTestId = offstageTest;
  `;
}

/** A `BroadcastChannel` carries coverage from workers to the page of the tests. */
function switchCode(): string {
  const id = process.env.__STRYKER_ACTIVE_MUTANT__;
  if (id !== undefined)
    return `(globalThis.__stryker__ ??= {}).activeMutant = ${JSON.stringify(id)};`;
  return `
    const channel = new BroadcastChannel('covered-mutants');
    const seen = new Set();
    let news = [];
    const post = () => { channel.postMessage(news); news = []; };
    const covered = new Proxy({}, {
      set(_target, id) {
        if (seen.has(id)) return true;
        seen.add(id);
        if (news.push(id) === 1) queueMicrotask(post);
        return true;
      },
    });
    const stryker = (globalThis.__stryker__ ??= {});
    stryker.mutantCoverage = { static: covered, perTest: {} };
    stryker.reportAgain = () => seen.clear();
  `;
}
