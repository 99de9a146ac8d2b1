import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes pages run under `script-src 'self'; style-src 'self'`, wherever they are published. */
interface PageMender {
  /**
   * @param html as VitePress writes it
   * @param base of the site
   * @throws Error if something is left that a strict policy refuses
   */
  mend(html: string, base: string): string;
  /** Writes the scripts that were inline. */
  writeScripts(outDir: string): void;
}

/**
 * VitePress's inline scripts become files. They stay in the head and blocking: a dark page is dark
 * from its first frame. Its two inline styles go: `theme/site.css` has one, and VitePress's own
 * script sets the other.
 */
export function createPageMender(): PageMender {
  const scripts = new Map<string, string>();
  return {
    mend(html, base) {
      const mended = html
        .replaceAll(/<script id="([\w-]+)">(.*?)<\/script>/gs, (_, name, code) => {
          scripts.set(`${name}.js`, code);
          return `<script src="${base}${name}.js"></script>`;
        })
        // VitePress fills this page by script alone.
        .replace(
          '<div id="app"></div>',
          `<div id="app"></div><noscript><a href="${base}">All documents</a></noscript>`,
        )
        .replaceAll(/ style="(--vp-vh:0px;|position:relative;)"/g, '');
      const refused = /<script(?![^>]* src=)[^>]*>|<style|<[a-z][^>]*? (style|on[a-z]+)="/.exec(
        mended,
      );
      if (refused !== null) throw new Error(`A strict policy refuses ${refused[0]}`);
      return mended;
    },
    writeScripts(outDir) {
      mkdirSync(outDir, { recursive: true });
      for (const [name, code] of scripts) writeFileSync(join(outDir, name), code);
    },
  };
}
