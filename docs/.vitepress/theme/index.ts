import DefaultTheme from 'vitepress/theme-without-fonts';
import './site.css';
import './diagrams.css';

declare global {
  /** W3C Trusted Types, where the browser has them. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createHTML(html: string): string }): unknown }
    | undefined;
}

// Vue has a policy of its own. Only VitePress's copy button needs another: it makes markup of text
// to read its letters, so tags can go.
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (html) => html.replaceAll(/<[^>]*>/g, ''),
});

export default DefaultTheme;
