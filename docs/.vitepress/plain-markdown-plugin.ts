import type { MarkdownRenderer } from 'vitepress';

/** Keeps Markdown what it is on code hosts, and free of inline styles. */
export function plainMarkdownPlugin(markdown: MarkdownRenderer): void {
  const renderText = markdown.renderer.rules.text;
  if (renderText === undefined) throw new Error('VitePress has no rule for text.');
  // Vue would evaluate {{ … }}.
  markdown.renderer.rules.text = (...args) => renderText(...args).replaceAll('{{', '&#123;&#123;');
  markdown.core.ruler.push('plain_tables', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const align = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '')?.[1];
      if (align !== undefined) token.attrs = [['class', `align-${align}`]];
      // A heading without words is no heading.
      const isEmpty = tokens[index + 1]?.content === '';
      const close = tokens[index + 2];
      if (token.type === 'th_open' && isEmpty && close !== undefined) {
        token.tag = 'td';
        close.tag = 'td';
      }
    }
  });
}
