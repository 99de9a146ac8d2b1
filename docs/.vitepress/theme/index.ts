import { type EnhanceAppContext, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { ScaleCalculator } from './scale-calculator.ts';
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

/** The demo's origin serves these documents too. With a target, VitePress leaves the link alone. */
const demoLink = () =>
  h('p', { class: 'demo-link' }, h('a', { href: '/', target: '_self' }, 'The demo host page'));

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: EnhanceAppContext) {
    app.component('ScaleCalculator', ScaleCalculator);
  },
  Layout() {
    const { isOnDemo } = useData().theme.value;
    return h(DefaultTheme.Layout, null, isOnDemo ? { 'sidebar-nav-after': demoLink } : {});
  },
};
