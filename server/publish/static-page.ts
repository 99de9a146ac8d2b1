import { staticPageElementId } from '../../shared/static-page.ts';
import type { EmbedPage } from '../embed/render-embed-page.ts';
import { renderEmbedPage } from '../embed/render-embed-page.ts';
import { inlineJson } from '../http/escape-html.ts';
import type { StaticConfig } from './static-config.ts';

export interface StaticPageDeps extends Pick<EmbedPage, 'template' | 'scripts'> {
  /** What reads the address, see `src/static-page/`. */
  script: string;
}

/** @returns a player page that is the same for everybody, with what makes of it what its address asks for */
export function renderStaticPage({ config, page }: StaticConfig, deps: StaticPageDeps): string {
  const { template, scripts, script } = deps;
  const pathname = `/embed/${page.videoId ?? ''}`;
  const html = renderEmbedPage({
    template,
    scripts,
    // A page waits, unless its address says otherwise.
    config: { ...config, args: { autoplay: '0' } },
    pathname,
    languages: [],
    userAgent: '',
  });
  const data = `<script type="application/json" id="${staticPageElementId}">${inlineJson({ ...page, scripts })}</script>`;
  // Behind the elements, and before the shell's scripts, which go by what stands in the page: also the one that has its place in the head.
  const [inHead = ''] = /<script>.*?<\/script>(?=.*<\/head>)/s.exec(html) ?? [];
  return html
    .replace(inHead, '')
    .replace(/<script>|<\/body>/, (next) => `${data}<script>${script}</script>${inHead}${next}`);
}
