import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { decisions, isPicture, linkedSources, sourceOf } from '../../scripts/lib/docs-sources.js';
import { documentsByPage, pageOf, sourcePageOf } from './site-map.ts';

/** A page while it is rendered, as VitePress describes it. */
interface PageEnv {
  relativePath?: string;
}

/**
 * Documents link to each other, to parts of each other and to sources as on a code host. The
 * plugin checks each link and writes the address that it has on the site.
 * @param root the project's directory
 * @param report receives each link that leads nowhere, with its document and line; the same one
 * may come again
 * @returns a plugin of VitePress's Markdown renderer
 */
export function createLinkPlugin(
  root: string,
  report: (problem: string) => void,
): (markdown: MarkdownRenderer) => void {
  const fileOfPage = documentsByPage(root);
  const sources = new Set(linkedSources(root));
  const parts = new Map<string, ReadonlySet<string>>();

  function plugin(markdown: MarkdownRenderer): void {
    const partsOf = (file: string) => {
      const known = parts.get(file) ?? findParts(markdown, readFileSync(join(root, file), 'utf8'));
      parts.set(file, known);
      return known;
    };
    markdown.core.ruler.push('site_links', ({ tokens, env }: CoreState) => {
      const from = fileOfPage.get((env as PageEnv).relativePath ?? '');
      if (from === undefined) return;
      let line = 1;
      for (const token of tokens) {
        line = token.map === null ? line : token.map[0] + 1;
        let breaks = 0;
        for (const child of token.children ?? []) {
          if (child.type === 'softbreak' || child.type === 'hardbreak') breaks += 1;
          const name = child.type === 'image' ? 'src' : 'href';
          const isLink = child.type === 'link_open' || child.type === 'image';
          if (!isLink || child.attrGet('class') === 'header-anchor') continue;
          const href = decodeURI(child.attrGet(name) ?? '');
          const target = resolveLink(from, href, partsOf);
          if ('problem' in target)
            report(`${from}:${line + breaks}: the link to ${href} ${target.problem}`);
          // The build goes on, to find all of them.
          child.attrSet(name, 'problem' in target ? 'data:,' : target.href);
        }
      }
    });
  }

  function resolveLink(
    from: string,
    href: string,
    partsOf: (file: string) => ReadonlySet<string>,
  ): { href: string } | { problem: string } {
    if (/^[a-z][a-z+.-]*:/i.test(href)) return { href };
    const [target = '', part] = href.split('#');
    const file = target === '' ? from : posix.join(posix.dirname(from), target).replace(/\/$/, '');
    if (file.startsWith('..') || target.startsWith('/'))
      return { problem: 'leads out of the project.' };
    if (!existsSync(join(root, file))) return { problem: 'leads nowhere: there is no such file.' };
    if (isPicture(file)) return { href: pathBetween(pageOf(from), pageOf(file)) };
    if (file === decisions) return { href: '/decisions/' };
    if (file === 'LICENSE') return { href: '/license.html' };
    if (fileOfPage.get(pageOf(file)) === file) {
      if (part !== undefined && !partsOf(file).has(part))
        return { problem: `leads nowhere: ${file} has no part #${part}.` };
      const anchor = part === undefined ? '' : `#${part}`;
      return {
        href: target === '' ? anchor : `/${pageOf(file).replace(/\.md$/, '.html')}${anchor}`,
      };
    }
    const source = sourceOf(root, from, target);
    if (source === null) return { problem: 'leads to nothing that the site has.' };
    return sources.has(source)
      ? { href: `/${sourcePageOf(source).replace(/\.md$/, '.html')}` }
      : { problem: 'must be written inline: [text](file).' };
  }

  return plugin;
}

type CoreState = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0];

/** @returns the ids that links may name: of headings, and of anchors written as HTML */
function findParts(markdown: MarkdownRenderer, text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (tokens: CoreState['tokens']) => {
    for (const token of tokens) {
      const id = token.type === 'heading_open' ? token.attrGet('id') : null;
      if (id !== null) found.add(id);
      if (token.type.startsWith('html_'))
        for (const [, named] of token.content.matchAll(/\b(?:id|name)="([^"]+)"/g))
          if (named !== undefined) found.add(named);
      visit(token.children ?? []);
    }
  };
  visit(markdown.parse(text, {}));
  return found;
}

function pathBetween(from: string, to: string): string {
  return `./${posix.relative(posix.dirname(from), to)}`;
}
