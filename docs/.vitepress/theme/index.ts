import DefaultTheme from 'vitepress/theme-without-fonts';
import './site.css';
import './diagrams.css';

// Vue has a policy of its own. What else VitePress makes of text is what its copy button copies, which needs no tags.
if ('trustedTypes' in globalThis)
  trustedTypes.createPolicy('default', {
    createHTML: (html) => html.replaceAll(/<[^>]*>/g, ''),
  });

export default DefaultTheme;
