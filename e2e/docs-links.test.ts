import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { pageOf } from '../docs/.vitepress/site-map.ts';
import { documentFiles } from '../scripts/lib/docs-sources.js';
import { root } from '../scripts/lib/project.js';

// Reads the files that the demo's origin serves. No page is opened: there are thousands of links.

const site = join(root, 'dist/docs');
const base = '/docs/';

interface Element {
  name: string;
  attributes: Record<string, string>;
}

/** Every element of a page. Each is read once, because many links lead to the same one. */
const known = new Map<string, readonly Element[]>();
function read(page: string): readonly Element[] {
  const all = known.get(page) ?? elements(readFileSync(join(site, page), 'utf8'));
  known.set(page, all);
  return all;
}

function elements(html: string): Element[] {
  const found: Element[] = [];
  const visit = (at: DefaultTreeAdapterTypes.Node) => {
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

const pages = [...documentFiles(root), 'docs/decisions', 'LICENSE'].map((file) =>
  pageOf(file).replace(/\.md$/, '.html'),
);

test('the documents are these pages and a 404 page', () => {
  const built = globSync('**/*.html', { cwd: site }).filter((page) => !page.startsWith('source'));
  expect(built.toSorted()).toEqual([...pages, '404.html'].toSorted());
});

test('every link of a document has a target, including its fragment', () => {
  const problems = pages.flatMap((page) => {
    const links = read(page).flatMap(({ attributes }) => attributes.href ?? attributes.src ?? []);
    if (links.length <= 20) return `${page} has only ${links.length} links`;
    return links.flatMap((link) => problemOf(page, link) ?? []);
  });
  expect(problems).toEqual([]);
});

function problemOf(page: string, link: string): string | null {
  const url = new URL(link, `http://docs.example${base}${page}`);
  // The address of the demo.
  if (url.origin !== 'http://docs.example' || url.pathname === '/') return null;
  if (!url.pathname.startsWith(base)) return `${page}: ${link} leads out of the documents`;
  const target = url.pathname.slice(base.length).replace(/(^|\/)$/, '$1index.html');
  if (!existsSync(join(site, target))) return `${page}: ${link} has no target`;
  const id = decodeURIComponent(url.hash.slice(1));
  const hasPart = id === '' || read(target).some(({ attributes }) => attributes.id === id);
  return hasPart ? null : `${page}: ${link} has no such part`;
}

test('a document has each id once, one first heading, and nothing that its policy refuses', () => {
  const problems = pages.flatMap((page) => {
    const all = read(page);
    const ids = all.flatMap(({ attributes }) => attributes.id ?? []);
    const headings = all.filter(({ name }) => name === 'h1').length;
    return [
      ...(new Set(ids).size === ids.length ? [] : [`${page} has an id twice`]),
      ...(headings === 1 ? [] : [`${page} has ${headings} first headings`]),
      ...all.filter(isRefused).map(({ name }) => `${page} has a ${name} that its policy refuses`),
    ];
  });
  expect(problems).toEqual([]);
});

function isRefused({ name, attributes }: Element): boolean {
  if (['style', 'iframe', 'base'].includes(name)) return true;
  if (name === 'script' && !attributes.src?.startsWith(base)) return true;
  return Object.keys(attributes).some((key) => /^(style|on\w+)$/.test(key));
}

test('the documents show diagrams as pictures with names for screen readers', () => {
  const diagram = read('architecture.html').find(({ attributes }) =>
    attributes.class?.includes('diagram'),
  );
  expect(diagram?.attributes['aria-label']).toMatch(/^How a host page/);
  expect(readFileSync(join(site, 'architecture.html'), 'utf8')).not.toContain('flowchart');
});

test('the documents’ 404 page links to the existing ones, for readers without scripts', () => {
  const page = readFileSync(join(site, '404.html'), 'utf8');
  expect(page).toContain(`<noscript><a href="${base}">All documents</a></noscript>`);
});
