import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSidebar, pageOf } from '../../docs/.vitepress/site-map.ts';
import { documentFiles } from '../../scripts/lib/docs-sources.js';
import { buildSite, root } from './build-docs-site.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Every element of a page with its attributes. */
function elements(html: string): { name: string; attributes: Record<string, string> }[] {
  const found: ReturnType<typeof elements> = [];
  const visit = (at: Node) => {
    if ('attrs' in at)
      found.push({
        name: at.tagName,
        attributes: Object.fromEntries(at.attrs.map(({ name, value }) => [name, value])),
      });
    if ('childNodes' in at) for (const child of at.childNodes) visit(child);
  };
  visit(parse(html));
  return found;
}

describe('the documents, published as files under /x/', () => {
  const site = mkdtempSync(join(tmpdir(), 'offstage-docs-'));
  const known = new Map<string, ReturnType<typeof elements>>();
  /** Parses each page once, because many links lead to the same one. */
  const read = (page: string) => {
    const all = known.get(page) ?? elements(readFileSync(join(site, page), 'utf8'));
    known.set(page, all);
    return all;
  };
  const pages = [...documentFiles(root), 'docs/decisions', 'LICENSE'].map((file) =>
    pageOf(file).replace(/\.md$/, '.html'),
  );

  beforeAll(async () => {
    expect(await buildSite(root, '--base', '/x/', '--out', site)).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(site, { recursive: true }));

  test('are these pages and a 404 page', () => {
    const built = globSync('**/*.html', { cwd: site }).filter((page) => !page.startsWith('source'));
    expect(built.sort()).toEqual([...pages, '404.html'].sort());
  });

  test.each(pages)('every link of %s has a target, including its fragment', (page) => {
    const links = read(page).flatMap(({ attributes }) => attributes.href ?? attributes.src ?? []);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) {
      const url = new URL(link, `http://docs.example/x/${page}`);
      if (url.origin !== 'http://docs.example') continue;
      expect(url.pathname, `${page}: ${link}`).toMatch(/^\/x\//);
      const target = url.pathname.slice('/x/'.length).replace(/(^|\/)$/, '$1index.html');
      expect(existsSync(join(site, target)), `${page}: ${link}`).toBe(true);
      if (url.hash === '') continue;
      const ids = read(target).map(({ attributes }) => attributes.id);
      expect(ids, `${page}: ${link}`).toContain(decodeURIComponent(url.hash.slice(1)));
    }
  });

  test.each(pages)(
    '%s has each id once, one first heading, and nothing that its policy refuses',
    (page) => {
      const all = read(page);
      const ids = all.flatMap(({ attributes }) => attributes.id ?? []);
      expect(ids).toEqual([...new Set(ids)]);
      expect(all.filter(({ name }) => name === 'h1')).toHaveLength(1);
      expect(all.filter(({ name }) => ['style', 'iframe', 'base'].includes(name))).toEqual([]);
      for (const { name, attributes } of all) {
        if (name === 'script') expect(attributes.src).toMatch(/^\/x\//);
        expect(Object.keys(attributes).filter((key) => /^(style|on\w+)$/.test(key))).toEqual([]);
      }
    },
  );

  test('show diagrams as pictures with names for screen readers', () => {
    const diagram = read('architecture.html').find(({ attributes }) =>
      attributes.class?.includes('diagram'),
    );
    expect(diagram?.attributes['aria-label']).toMatch(/^How a host page/);
    expect(readFileSync(join(site, 'architecture.html'), 'utf8')).not.toContain('flowchart');
  });

  test('link to the existing pages from the 404 page, for readers without scripts', () => {
    const page = readFileSync(join(site, '404.html'), 'utf8');
    expect(page).toContain('<noscript><a href="/x/">All documents</a></noscript>');
  });

  test('have no link to the demo, which is not published with them', () => {
    expect(read('index.html').filter(({ attributes }) => attributes.href === '/')).toEqual([]);
  });
});

test('the documents stand in six groups', () => {
  expect(createSidebar(root).map(({ text }) => text)).toEqual([
    'Start',
    'Embed',
    'Host API',
    'Operate',
    'Design',
    'Decisions',
  ]);
});
