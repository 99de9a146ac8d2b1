import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { docsPage, escapeHtml } from './docs-page.js';

/**
 * The documents in the order of the navigation, by their files in the project.
 * @type {readonly { title: string, files: readonly string[] }[]}
 */
const chapters = [
  {
    title: 'Offstage',
    files: ['README.md', 'docs/architecture.md', 'docs/performance.md', 'docs/browsers.md'],
  },
  {
    title: 'Embedding',
    files: ['sdk', 'migrating', 'host-api', 'url-parameters', 'sharing', 'styling', 'page-api'].map(
      (name) => `docs/${name}.md`,
    ),
  },
  {
    title: 'Operating',
    files: [
      'self-hosting',
      'static-hosting',
      'command-line',
      'telemetry',
      'schemas',
      'scale',
      'security',
      'limits',
    ].map((name) => `docs/${name}.md`),
  },
  {
    title: 'Project',
    files: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'docs/testing.md',
      'SECURITY.md',
      'docs/specification.md',
      'docs/licenses.md',
    ],
  },
];

/** Their index has no file of its own. */
const decisions = 'docs/decisions';

/**
 * Renders the project's documents.
 * @param {string} root the project's directory
 * @returns {Map<string, string>} HTML by its path below `/docs/`
 * @throws {Error} naming the document and the link that leads nowhere, or the document that no chapter has
 */
export function renderDocs(root) {
  const records = readdirSync(path.join(root, decisions))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${decisions}/${name}`);
  const listed = chapters.flatMap(({ files }) => files);
  for (const name of readdirSync(path.join(root, 'docs')))
    if (name.endsWith('.md') && !listed.includes(`docs/${name}`))
      throw new Error(
        `docs/${name} is in no chapter of the documents' site (scripts/docs/render-docs.js).`,
      );

  /** @type {{ file: string, title: string, html: string }[]} */
  const pages = [...listed, ...records].map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, title: titleOf(text, file), html: renderMarkdown(text, file, root) };
  });
  const rows = pages
    .filter(({ file }) => records.includes(file))
    .map(
      ({ file, title }) =>
        `<li><a href="${path.basename(pageOf(file))}">${escapeHtml(title)}</a></li>`,
    );
  pages.push({
    file: decisions,
    title: 'Decisions',
    html: `<h1 id="decisions">Decisions</h1>\n<ol>\n${rows.join('\n')}\n</ol>\n`,
  });

  const license = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  pages.push({
    file: 'LICENSE',
    title: 'Licence',
    html: `<h1 id="licence">Licence</h1>\n<pre tabindex="0">${escapeHtml(license)}</pre>\n`,
  });

  const titles = new Map(pages.map(({ file, title }) => [file, title]));
  const navigation = chapters.map(({ title, files }) => ({
    title,
    links: [...files, ...(title === 'Project' ? [decisions] : [])].map((file) => ({
      page: pageOf(file),
      title: titles.get(file) ?? file,
    })),
  }));
  return new Map(
    pages.map(({ file, title, html }) => [
      pageOf(file),
      docsPage({ page: pageOf(file), title, html, navigation }),
    ]),
  );
}

/** @param {string} file @returns {string} where it stands below `/docs/` */
function pageOf(file) {
  if (file === 'README.md') return 'index.html';
  if (file === decisions) return 'decisions/index.html';
  if (file === 'LICENSE') return 'license.html';
  // Beside docs/security.md, which has that name.
  if (file === 'SECURITY.md') return 'reporting.html';
  return file.startsWith('docs/')
    ? file.slice('docs/'.length).replace(/\.md$/, '.html')
    : file.toLowerCase().replace(/\.md$/, '.html');
}

/**
 * @param {string} text
 * @param {string} file that it stands in
 * @param {string} root
 */
function renderMarkdown(text, file, root) {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image')
        token.href = linkFrom(file, token.href, root);
    },
  });
  const html = String(marked.parse(text));
  let tableCount = 0;
  // Code and tables may be wider than the page, a head without words is none, and headings are linked to.
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/<thead>\s*<tr>\s*(?:<th[^>]*><\/th>\s*)+<\/tr>\s*<\/thead>/g, '')
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', () => {
      tableCount += 1;
      return `<div class="table" role="region" tabindex="0" aria-label="Table ${tableCount}"><table>`;
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll(
      /<h([2-6]) id="([^"]+)">(.*?)<\/h\1>/gs,
      (_, level, id, title) =>
        `<h${level} id="${id}">${title} <a href="#${id}" aria-label="Link to this part">#</a></h${level}>`,
    );
}

/**
 * @param {string} from the document
 * @param {string} href as Markdown has it
 * @param {string} root
 * @returns {string} the same as the site has it
 */
function linkFrom(from, href, root) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const file = path.posix.join(path.posix.dirname(from), target).replace(/\/$/, '');
  if (!existsSync(path.join(root, file)))
    throw new Error(`${from} links to ${href}, which is not there.`);
  const isPage = file.endsWith('.md') || file === decisions || file === 'LICENSE';
  if (!isPage && !file.startsWith('docs/images/'))
    throw new Error(`${from} links to ${href}, which is no part of the documents' site.`);
  const to = isPage ? pageOf(file) : file.slice('docs/'.length);
  const relative = path.posix.relative(path.posix.dirname(pageOf(from)), to);
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

/** @param {string} text @param {string} file */
function titleOf(text, file) {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} has no title.`);
  return title.replaceAll('`', '');
}
