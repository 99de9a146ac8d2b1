import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSidebar } from '../../docs/.vitepress/site-map.ts';
import { decisions, documentFiles } from '../../scripts/lib/docs-sources.js';
import { node } from '../../scripts/lib/project.js';
import { capture } from '../../scripts/lib/run.js';
import { tempDirectory } from './server/support/temp-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the documents of a project as files. */
const buildSite = (project: string, ...args: string[]) =>
  capture(node, [join(project, 'docs/.vitepress/build-site.ts'), ...args]);

/** The documents that the navigation names, and one decision. */
const [, ...otherDecisions] = documentFiles(root).filter((file) =>
  file.startsWith(`${decisions}/`),
);
const documents = documentFiles(root).filter((file) => !otherDecisions.includes(file));

/** @param texts of documents and sources; the other documents have only a title */
function projectWith(texts: Record<string, string>): string {
  const titles = documents.map((file) => [file, `# ${file}\n`] as const);
  const project = tempDirectory({
    ...Object.fromEntries(titles),
    LICENSE: 'Apache License',
    'package.json': '{"type":"module"}',
    'docs/images/demo.jpg': 'x',
    ...texts,
  });
  for (const path of ['docs/.vitepress', 'scripts/lib']) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
  // Our plan names other folders, which this project does not have.
  writeFileSync(join(project, 'docs/.vitepress/tsconfig.json'), '{}');
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  return project;
}

test('broken links and diagrams that cannot be drawn fail the build, each named with its file, line and reason', async () => {
  const diagrams = [
    ['flowchart LR', '  a --> b'],
    ['accTitle: A', 'nonsense'],
    ['flowchart LR', '  accTitle: A', '  a-->b'],
    ['flowchart LR', '  accTitle: A', '  a b'],
  ];
  const blocks = diagrams.map((lines) => `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`\n`);
  const project = projectWith({
    'docs/scale.md':
      '# Scale\n\nA [missing](none.md#part) one,\nand a [part](limits.md#none).\n\n| a |\n| --- |\n| [outside](../../x.md) |\n',
    'docs/sdk.md': '# SDK\n\n![none](images/none.jpg) [own](#here) [hidden](../.npmrc)\n',
    '.npmrc': '',
    'docs/limits.md': '# Limits\n\n## Some\n\n[well](../README.md) [too](#some)\n',
    'docs/flows.md': `# Flows\n\n${blocks.join('\n')}`,
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
  for (const [line, reason] of [
    [3, 'It needs a line "accTitle: …"'],
    [8, 'Invalid mermaid header: "nonsense"'],
    [13, 'It needs spaces around its arrows: "a-->b"'],
    [19, 'Its renderer does not understand "a b"'],
  ])
    expect(output).toContain(`docs/flows.md:${line}: this diagram cannot be drawn. ${reason}`);
  expect(output).not.toContain('docs/limits.md:');
  // Neither a partial site nor its sources stay.
  expect(globSync('dist/**', { cwd: project }).filter((path) => path !== 'dist')).toEqual([]);
});

test('linked sources are pages, and so are folders; Vue and HTML in them stay text; a site with another base stays below it', async () => {
  const project = projectWith({
    'docs/sdk.md':
      '# SDK\n\n[code](../src/main.ts#L1) [folder](../src) {{ 1 + 1 }}\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n',
    'src/main.ts': 'const text = `<script>{{ 1 + 1 }}</script>`;\n',
  });
  const site = join(project, 'published');
  expect(await buildSite(project, '--base', '/x/', '--out', site)).toMatchObject({ code: 0 });
  const read = (page: string) => readFileSync(join(site, page), 'utf8');
  const sdk = read('sdk.html');
  expect(sdk).toContain('href="/x/source/src/main.ts.html"');
  expect(sdk).toContain('href="/x/source/src.html"');
  expect(sdk).toContain('{{ 1 + 1 }}');
  expect(sdk).toContain('<td class="align-right">2</td>');
  expect(read('source/src/main.ts.html')).toContain('{{ 1 + 1 }}');
  expect(read('source/src.html')).toContain('<code>main.ts</code>');
  // The demo is not published with them.
  for (const page of ['index.html', 'sdk.html', '404.html'])
    for (const [, address] of read(page).matchAll(/ (?:href|src)="(\/[^"]*)"/g))
      expect(address, page).toMatch(/^\/x\//);
  expect(existsSync(join(project, 'dist/docs'))).toBe(false);
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
