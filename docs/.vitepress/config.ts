import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { diagramPlugin } from './diagram-plugin.ts';
import { createLinkPlugin } from './link-plugin.ts';
import { plainMarkdownPlugin } from './plain-markdown-plugin.ts';
import { createSidebar, documentsByPage } from './site-map.ts';
import { createPageMender } from './strict-pages.ts';

/** `build-site.ts` sets these. */
const { OFFSTAGE_DOCS_PAGES: pagesDir, OFFSTAGE_DOCS_ON_DEMO: isOnDemo } = process.env;
if (pagesDir === undefined) throw new Error('Build the documents with npm run docs:site.');

const root = join(import.meta.dirname, '../..');
const sidebar = createSidebar(root);
// A page is rendered more than once: for browsers, for its HTML and for the search.
const problems = new Set<string>();
const report = (problem: string) => void problems.add(problem);
const linkPlugin = createLinkPlugin(root, report);
const mender = createPageMender();
const codeColours = transformerStyleToClass({ classPrefix: 'code-' });
const codeStyle = 'code.css';

export default defineConfig<DefaultTheme.Config & { isOnDemo: boolean }>({
  title: 'Offstage',
  description: 'A self-hosted, embeddable video player page',
  lang: 'en',
  srcDir: pagesDir,
  additionalConfig: {},
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // It would switch transitions off by an inline style.
  appearance: { disableTransition: false },
  themeConfig: {
    sidebar,
    nav: sidebar.map(({ text, items }) => ({ text, link: items[0]?.link ?? '/' })),
    isOnDemo: isOnDemo !== undefined,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
    notFound: {
      title: 'There is no document here',
      quote: 'It may have another name now.',
      linkLabel: 'All documents',
      linkText: 'All documents',
    },
  },
  markdown: {
    anchor: { slugify: slug },
    codeTransformers: [codeColours],
    // Shiki has no grammar for Caddy's files; this one is near.
    languageAlias: { caddyfile: 'nginx' },
    // Documents are read on code hosts too, which know none of these.
    attrs: false,
    component: false,
    container: false,
    eagerFrontmatterInterpolation: false,
    include: false,
    snippet: false,
    toc: false,
    config(markdown) {
      linkPlugin(markdown);
      diagramPlugin(markdown, documentsByPage(root), report);
      plainMarkdownPlugin(markdown);
    },
  },
  // `link-plugin.ts` checks the links of documents, parts included. VitePress checks its result.
  ignoreDeadLinks: false,
  transformPageData: ({ title }) => (title === 'Offstage' ? { titleTemplate: false } : undefined),
  transformHead: ({ siteConfig }) => [
    ['link', { rel: 'stylesheet', href: `${siteConfig.site.base}${codeStyle}` }],
  ],
  transformHtml: (html, _file, { siteConfig }) => mender.mend(html, siteConfig.site.base),
  buildEnd({ outDir }) {
    if (problems.size > 0) throw new Error([...problems].sort().join('\n'));
    writeFileSync(join(outDir, codeStyle), codeColours.getCSS());
    mender.writeScripts(outDir);
  },
  vite: {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    css: { postcss: { plugins: [] } },
    build: { chunkSizeWarningLimit: 2_000, reportCompressedSize: false },
  },
});
