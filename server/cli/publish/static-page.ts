import { staticPageElementId } from '../../../shared/page/static-page.ts';
import { inlineJson } from '../../http/html/escape-html.ts';
import type { EmbedPage } from '../../pages/embed/render-embed-page.ts';
import { renderEmbedPage } from '../../pages/embed/render-embed-page.ts';
import type { StaticConfig } from './static-config.ts';

export interface StaticPageDeps extends Pick<EmbedPage, 'template' | 'scripts'> {
  /** The script that reads the page's address, see `src/boot/static-page/`. */
  script: string;
}

/**
 * @returns a player page that is the same for every visitor, with the script that applies its
 * address
 */
export function renderStaticPage({ config, page }: StaticConfig, deps: StaticPageDeps): string {
  const { template, scripts, script } = deps;
  const pathname = `/embed/${page.videoId ?? ''}`;
  const html = renderEmbedPage({
    template,
    scripts,
    // Pages do not autoplay, unless their address says so.
    config: { ...config, args: { autoplay: '0' } },
    pathname,
    languages: [],
    userAgent: '',
  });
  const data = `<script type="application/json" id="${staticPageElementId}">${inlineJson({ ...page, scripts })}</script>`;
  // After the elements and before the shell's scripts, which read them. The shell's script in the
  // head moves behind it too.
  const [inHead = ''] = /<script>.*?<\/script>(?=.*<\/head>)/s.exec(html) ?? [];
  return html
    .replace(inHead, '')
    .replace(/<script>|<\/body>/, (next) => `${data}<script>${script}</script>${inHead}${next}`);
}
