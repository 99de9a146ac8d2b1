import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisions, documentFiles } from '../../scripts/lib/docs-sources.js';

/** The groups of the navigation in their order. The decision records make up one more. */
const groups: readonly { title: string; files: readonly string[] }[] = [
  {
    title: 'Start',
    files: [
      'README.md',
      'docs/features.md',
      'docs/performance.md',
      'docs/browsers.md',
      'CHANGELOG.md',
    ],
  },
  { title: 'Embed', files: inDocs('url-parameters', 'page-api', 'sharing', 'styling') },
  { title: 'Host API', files: inDocs('host-api', 'sdk', 'migrating') },
  {
    title: 'Operate',
    files: inDocs(
      'tutorial',
      'self-hosting',
      'self-hosting/media',
      'live-streams',
      'self-hosting/privacy',
      'self-hosting/proxies',
      'self-hosting/stores',
      'self-hosting/cluster',
      'self-hosting/clickhouse',
      'self-hosting/parquet',
      'self-hosting/dimensions',
      'self-hosting/experiments',
      'self-hosting/webhooks',
      'self-hosting/otlp',
      'self-hosting/operations',
      'self-hosting/options',
      'self-hosting/headers',
      'static-hosting',
      'command-line',
      'doctor',
      'telemetry',
      'playback-columns',
      'schemas',
      'scale',
      'security',
      'limits',
    ),
  },
  {
    title: 'Design',
    files: [
      ...inDocs(
        'architecture',
        'flows',
        'specification',
        'testing',
        'test-failures',
        'publishing',
        'licenses',
      ),
      'CONTRIBUTING.md',
      'SECURITY.md',
      'LICENSE',
    ],
  },
];

function inDocs(...names: string[]): string[] {
  return names.map((name) => `docs/${name}.md`);
}

interface SidebarGroup {
  text: string;
  collapsed: boolean;
  items: { text: string; link: string }[];
}

/**
 * @param root the project's directory
 * @throws Error naming a document that no group has
 */
export function createSidebar(root: string): SidebarGroup[] {
  const listed = new Set(groups.flatMap(({ files }) => files));
  const files = documentFiles(root);
  const records = files.filter((file) => file.startsWith(`${decisions}/`));
  const forgotten = files.find((file) => !listed.has(file) && !records.includes(file));
  if (forgotten !== undefined)
    throw new Error(`${forgotten} is in no group of docs/.vitepress/site-map.ts.`);
  const toItem = (file: string) => ({
    text: escapeHtml(titleOf(root, file)),
    link: `/${pageOf(file)}`,
  });
  return [
    ...groups.map(({ title, files: own }) => ({
      text: title,
      collapsed: false,
      items: own.map(toItem),
    })),
    {
      text: 'Decisions',
      collapsed: true,
      items: [{ text: 'All decisions', link: '/decisions/' }, ...records.map(toItem)],
    },
  ];
}

/**
 * @param file a document, picture, `LICENSE`, or the folder of the decisions, relative to the root
 * @returns its Markdown page (or picture) below the site's base
 */
export function pageOf(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file === decisions) return 'decisions/index.md';
  if (file === 'LICENSE') return 'license.md';
  // `security.md` is the page of docs/security.md.
  if (file === 'SECURITY.md') return 'reporting.md';
  return file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
}

/** @returns each document by its page */
export function documentsByPage(root: string): ReadonlyMap<string, string> {
  return new Map(documentFiles(root).map((file) => [pageOf(file), file]));
}

/** @param source a source file or folder, relative to the root */
export function sourcePageOf(source: string): string {
  return `source/${source}.md`;
}

/** @returns the text of the first heading */
export function titleOf(root: string, file: string): string {
  if (file === 'LICENSE') return 'Licence';
  const title = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`${file} has no title.`);
  return title.replaceAll('`', '');
}

/** VitePress takes the texts of its navigation for HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
