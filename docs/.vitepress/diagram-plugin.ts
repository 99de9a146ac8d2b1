import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

interface PageEnv {
  relativePath?: string;
  diagramCount?: number;
}

/**
 * Draws ```mermaid blocks while the site is built. Mermaid itself would draw in the reader's
 * browser: 3 MB of script, and styles that a strict policy refuses. Colours come from
 * `theme/diagrams.css`, which follows the reader's choice of light or dark.
 * @param fileOfPage each document by its page
 * @param report receives each diagram that cannot be drawn, with its document and line
 */
export function diagramPlugin(
  markdown: MarkdownRenderer,
  fileOfPage: ReadonlyMap<string, string>,
  report: (problem: string) => void,
): void {
  const fence = markdown.renderer.rules.fence;
  if (fence === undefined) throw new Error('VitePress has no rule for code blocks.');
  markdown.renderer.rules.fence = (tokens, index, options, env: PageEnv, self) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence(tokens, index, options, env, self);
    env.diagramCount = (env.diagramCount ?? 0) + 1;
    try {
      return drawDiagram(token.content, `diagram-${env.diagramCount}-`);
    } catch (error) {
      const file = fileOfPage.get(env.relativePath ?? '') ?? 'A page';
      const reason = error instanceof Error ? error.message : String(error);
      report(`${file}:${(token.map?.[0] ?? 0) + 1}: this diagram cannot be drawn. ${reason}`);
      return '';
    }
  };
}

/**
 * @param source of Mermaid, with its `accTitle`
 * @param idPrefix keeps ids apart when a page has several diagrams
 * @returns HTML without scripts and styles
 */
function drawDiagram(source: string, idPrefix: string): string {
  const title = /^\s*accTitle:\s*(.+?)\s*$/m.exec(source)?.[1];
  if (title === undefined) throw new Error('It needs a line "accTitle: …" for screen readers.');
  const drawing = source.replaceAll(/^\s*acc(Title|Descr):.*\n/gm, '');
  if (/^\s*(flowchart|graph)\b/.test(drawing)) assertIsUnderstood(drawing);
  const svg = renderMermaidSVG(drawing)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="[^"]*"/, '')
    // The arrowhead at a line's start already points backwards; reversing it would hide it.
    .replaceAll('orient="auto-start-reverse"', 'orient="auto"')
    .replaceAll(/\bid="([^"]+)"/g, `id="${idPrefix}$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${idPrefix}$1)`)
    .replaceAll(/^\s*\n/gm, '');
  if (svg.includes('<style') || / style="/.test(svg)) throw new Error('It has styles of its own.');
  const label = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<div class="diagram" role="region" tabindex="0" aria-label="${label}" v-pre>${svg}</div>\n`;
}

/** A line of a flowchart that the renderer reads: a keyword, a comment, an arrow, or a node. */
const flowchartLine =
  /^(flowchart|graph|subgraph|end|direction|classDef|class|style|linkStyle|%%)\b|^%%|--|==|-\.|^[\w-]+ *[[({>]/;

/**
 * The renderer leaves out the lines that it does not understand, and reads "a-->b" as one name.
 * @throws Error naming the first such line
 */
function assertIsUnderstood(flowchart: string): void {
  for (const line of flowchart.split('\n').map((text) => text.trim())) {
    // Labels may hold anything: `["a->b"]`, `|x|`.
    const bare = line.replaceAll(/\|[^|]*\||\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|"[^"]*"/g, '');
    if (/\w(--|==|-\.)|[->]\w/.test(bare.replaceAll(/\w-\w/g, '')))
      throw new Error(`It needs spaces around its arrows: "${line}".`);
    if (line !== '' && !flowchartLine.test(line))
      throw new Error(`Its renderer does not understand "${line}".`);
  }
}
