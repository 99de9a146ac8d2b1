import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { renderDocs } from '../../scripts/docs/render-docs.js';
import { rawRequest } from './server/support/raw-request.ts';
import { startTestServer } from './server/support/start-test-server.ts';
import { tempDirectory } from './server/support/temp-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = renderDocs(root);
const files = ['site.css', 'images/demo.jpg', 'images/dashboard.jpg'];

type Node = DefaultTreeAdapterTypes.Node;

/** Every element of a page with its attributes. */
function elements(html: string): { name: string; attributes: Record<string, string> }[] {
  const found: ReturnType<typeof elements> = [];
  const visit = (node: Node) => {
    if ('attrs' in node)
      found.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      });
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return found;
}

const idsOf = new Map(
  [...pages].map(([page, html]) => [
    page,
    elements(html).flatMap(({ attributes }) => attributes.id ?? []),
  ]),
);

test.each([...pages])(
  'every link of /docs/%s has a target, including its fragment',
  (page, html) => {
    const links = elements(html).flatMap(
      ({ attributes }) => attributes.href ?? attributes.src ?? [],
    );
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) {
      const url = new URL(link, `http://docs.example/docs/${page}`);
      if (url.origin !== 'http://docs.example' || url.pathname === '/') continue;
      const target = url.pathname.replace('/docs/', '');
      expect([...pages.keys(), ...files], `${page}: ${link}`).toContain(target);
      if (url.hash !== '')
        expect(idsOf.get(target), `${page}: ${link}`).toContain(
          decodeURIComponent(url.hash.slice(1)),
        );
    }
  },
);

test.each([...pages])(
  '/docs/%s has each id once, one first heading, and nothing that its policy refuses',
  (page, html) => {
    const ids = idsOf.get(page) ?? [];
    expect(ids).toEqual([...new Set(ids)]);
    const all = elements(html);
    expect(all.filter(({ name }) => name === 'h1')).toHaveLength(1);
    expect(
      all.filter(({ name }) => ['script', 'style', 'iframe', 'form', 'base'].includes(name)),
    ).toEqual([]);
    expect(all.filter(({ attributes }) => 'style' in attributes)).toEqual([]);
  },
);

/** @param changed files of a project that otherwise has ours */
function projectWith(changed: Record<string, string>): string {
  const directory = tempDirectory();
  for (const name of [
    'docs',
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'LICENSE',
  ])
    cpSync(join(root, name), join(directory, name), { recursive: true });
  for (const [name, text] of Object.entries(changed)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

test('a document with a broken link is not built, and the link is named', () => {
  const project = projectWith({ 'docs/scale.md': '# Scale\n\n[here](none.md#part)\n' });
  expect(() => renderDocs(project)).toThrow(
    'docs/scale.md links to none.md#part, which is not there.',
  );
});

test('a document in no chapter is named', () => {
  expect(() => renderDocs(projectWith({ 'docs/new.md': '# New\n' }))).toThrow(
    'docs/new.md is in no chapter of the documents',
  );
});

test('the demo’s origin serves the documents, folders by their index, and no other files', async () => {
  const docsDir = tempDirectory({
    'index.html': '<h1>Offstage</h1>',
    'decisions/index.html': '<h1>Decisions</h1>',
    'site.css': 'body {}',
    'notes.md': 'no',
  });
  const server = await startTestServer({ docsDir });
  const get = (path: string) => rawRequest(server.demo, path);
  expect((await get('/docs')).headers.location).toBe('/docs/');
  expect((await get('/docs/')).body).toContain('<h1>Offstage</h1>');
  expect((await get('/docs/decisions/')).body).toContain('<h1>Decisions</h1>');
  expect((await get('/docs/site.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  for (const path of [
    '/docs/notes.md',
    '/docs/none.html',
    '/docs/%2e%2e/x',
    '/docs/decisions',
    '/docs//',
  ]) {
    const { status, body } = await get(path);
    expect(status, path).toBe(404);
    // That path is not a document's.
    if (!path.includes('%2e')) expect(body, path).toContain('<a href="/docs/">All documents</a>');
  }
});
