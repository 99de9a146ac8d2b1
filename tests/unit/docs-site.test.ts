import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSidebar, pageOf } from '../../docs/.vitepress/site-map.ts';
import { documentFiles } from '../../scripts/lib/docs-sources.js';
import { node } from '../../scripts/lib/project.js';
import { capture } from '../../scripts/lib/run.js';
import { rawRequest } from './server/support/raw-request.ts';
import { startTestServer } from './server/support/start-test-server.ts';
import { tempDirectory } from './server/support/temp-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const buildSite = (project: string, ...args: string[]) =>
  capture(node, [join(project, 'docs/.vitepress/build-site.ts'), ...args]);

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
  const read = (page: string) => elements(readFileSync(join(site, page), 'utf8'));
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

/** @param texts of documents and sources; the other documents have only a title */
function projectWith(texts: Record<string, string>): string {
  const titles = documentFiles(root).map((file) => [file, `# ${file}\n`] as const);
  const project = tempDirectory({
    ...Object.fromEntries(titles),
    LICENSE: 'Apache License',
    'package.json': '{"type":"module"}',
    'docs/images/demo.jpg': 'x',
    ...texts,
  });
  for (const path of ['docs/.vitepress', 'scripts/lib/docs-sources.js']) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
  // Our plan names other folders, which this project does not have.
  writeFileSync(join(project, 'docs/.vitepress/tsconfig.json'), '{}');
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  return project;
}

test('broken links fail the build, each named with its file and line', async () => {
  const project = projectWith({
    'docs/scale.md':
      '# Scale\n\nA [missing](none.md#part) one,\nand a [part](limits.md#none).\n\n| a |\n| --- |\n| [outside](../../x.md) |\n',
    'docs/sdk.md': '# SDK\n\n![none](images/none.jpg) [own](#here) [hidden](../.npmrc)\n',
    '.npmrc': '',
    'docs/limits.md': '# Limits\n\n## Some\n\n[well](../README.md) [too](#some)\n',
  });
  const { code, output } = await buildSite(project);
  expect(code).toBe(1);
  for (const line of [
    'docs/scale.md:3: the link to none.md#part leads nowhere: there is no such file.',
    'docs/scale.md:4: the link to limits.md#none leads nowhere: docs/limits.md has no part #none.',
    'docs/scale.md:8: the link to ../../x.md leads out of the project.',
    'docs/sdk.md:3: the link to images/none.jpg leads nowhere: there is no such file.',
    'docs/sdk.md:3: the link to #here leads nowhere: docs/sdk.md has no part #here.',
    'docs/sdk.md:3: the link to ../.npmrc leads to nothing that the site has.',
  ])
    expect(output).toContain(line);
  expect(output).not.toContain('docs/limits.md:');
  // Neither a partial site nor its sources stay.
  expect(globSync('dist/**', { cwd: project }).filter((path) => path !== 'dist')).toEqual([]);
});

test('linked sources are pages, and so are folders; Vue and HTML in them stay text', async () => {
  const project = projectWith({
    'docs/sdk.md':
      '# SDK\n\n[code](../src/main.ts#L1) [folder](../src) {{ 1 + 1 }}\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n',
    'src/main.ts': 'const text = `<script>{{ 1 + 1 }}</script>`;\n',
  });
  expect(await buildSite(project)).toMatchObject({ code: 0 });
  const read = (page: string) => readFileSync(join(project, 'dist/docs', page), 'utf8');
  const sdk = read('sdk.html');
  expect(sdk).toContain('href="/docs/source/src/main.ts.html"');
  expect(sdk).toContain('href="/docs/source/src.html"');
  expect(sdk).toContain('{{ 1 + 1 }}');
  expect(sdk).toContain('<td class="align-right">2</td>');
  expect(read('source/src/main.ts.html')).toContain('{{ 1 + 1 }}');
  expect(read('source/src.html')).toContain('<code>main.ts</code>');
});

test.each([
  ['has no title', 'flowchart LR\n  a --> b\n', 'It needs a line "accTitle: …"'],
  ['is of an unknown kind', 'accTitle: A\nnonsense\n', 'Invalid mermaid header: "nonsense"'],
  [
    'has a tight arrow',
    'flowchart LR\n  accTitle: A\n  a-->b\n',
    'spaces around its arrows: "a-->b"',
  ],
  ['has an unknown line', 'flowchart LR\n  accTitle: A\n  a b\n', 'does not understand "a b"'],
])('a diagram that %s fails the build, named with its file and line', async (_, source, reason) => {
  const project = projectWith({ 'docs/sdk.md': `# SDK\n\n\`\`\`mermaid\n${source}\`\`\`\n` });
  const { code, output } = await buildSite(project);
  expect(code).toBe(1);
  expect(output).toContain('docs/sdk.md:3: this diagram cannot be drawn.');
  expect(output).toContain(reason);
});

test('a document without a group in the navigation is named', async () => {
  const { code, output } = await buildSite(projectWith({ 'docs/new.md': '# New\n' }));
  expect(code).toBe(1);
  expect(output).toContain('docs/new.md is in no group of docs/.vitepress/site-map.ts.');
});

test('a build never replaces foreign files, and a build for another base needs its own directory', async () => {
  const project = projectWith({ 'mine/letter.txt': 'x' });
  const other = await buildSite(project, '--out', join(project, 'mine'));
  expect(other).toMatchObject({ code: 1 });
  expect(other.output).toContain('this directory has other files');
  expect(existsSync(join(project, 'mine/letter.txt'))).toBe(true);
  const base = await buildSite(project, '--base', 'x');
  expect(base).toMatchObject({ code: 1 });
  expect(base.output).toContain('--base x: a path that begins and ends with /');
  const served = await buildSite(project, '--base', '/x/');
  expect(served).toMatchObject({ code: 1 });
  expect(served.output).toContain('--base needs --out DIR');
});

test('the demo’s origin serves the documents, folders by their index, and no other files', async () => {
  const docsDir = tempDirectory({
    'index.html': '<h1>Offstage</h1>',
    'decisions/index.html': '<h1>Decisions</h1>',
    'code.css': 'body {}',
    'assets/app.abc.js': '1',
    'notes.md': 'no',
    '.secret.html': 'no',
  });
  const server = await startTestServer({ docsDir });
  const get = (path: string) => rawRequest(server.demo, path);
  expect((await get('/docs')).headers.location).toBe('/docs/');
  expect((await get('/docs/')).body).toContain('<h1>Offstage</h1>');
  expect((await get('/docs/decisions/')).body).toContain('<h1>Decisions</h1>');
  const style = (await get('/docs/code.css')).headers;
  expect(style['content-type']).toBe('text/css; charset=utf-8');
  expect(style['cache-control']).toBe('no-cache');
  const { headers } = await get('/docs/assets/app.abc.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');

  const strange = [
    '/docs/notes.md',
    '/docs/none.html',
    '/docs/assets/none.js',
    '/docs/.secret.html',
    '/docs/%2e%2e/x',
    '/docs/..%2f..%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs/index.html%00.js',
    '/docs/%zz',
    '/docs/decisions',
    '/docs//',
    '/docs//etc/passwd',
  ];
  for (const path of strange) {
    const { status, body } = await get(path);
    expect(status, path).toBe(404);
    expect(body, path).not.toContain('"name": "offstage"');
    // That path is not a document's.
    if (!path.includes('%2e')) expect(body, path).toContain('<a href="/docs/">All documents</a>');
  }
  writeFileSync(join(docsDir, '404.html'), '<h1>Not in this site</h1>');
  const { status, body, headers: missing } = await get('/docs/none.html');
  expect([status, body]).toEqual([404, '<h1>Not in this site</h1>']);
  expect(missing['content-security-policy']).toContain("script-src 'self'");
});
