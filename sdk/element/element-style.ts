/**
 * The element's style; a page's own rules for `offstage-player` override it. A constructed style
 * sheet is allowed where a policy forbids `style` attributes and elements. 16:9 by default, from
 * the first layout on.
 */
const css = `
:host{display:block;position:relative;aspect-ratio:16/9;overflow:hidden;background:#000;color:#fff}
:host([hidden]),[hidden]{display:none!important}
button,iframe,img,p{position:absolute;inset:0;box-sizing:border-box;width:100%;height:100%;margin:0;border:0;padding:0}
img{object-fit:cover}
p{display:grid;place-content:center;padding:1em;font:1em/1.4 system-ui,sans-serif;text-align:center}
button{background:none;color:inherit;cursor:pointer}
button::before,button::after{content:"";position:absolute;inset:0;margin:auto}
button::before{width:4.5em;height:4.5em;border-radius:50%;background:#000b;font-size:1rem}
button::after{width:1.7em;height:2em;translate:.2em;background:currentColor;clip-path:polygon(0 0,100% 50%,0 100%);font-size:1rem}
button:hover::before,button:focus-visible::before{background:#000}
button:focus-visible{outline:3px solid;outline-offset:-6px;box-shadow:inset 0 0 0 9px #000}
@media (prefers-reduced-motion:no-preference){button::before{transition:background .15s}}
@media (forced-colors:active){button::before,button::after{forced-color-adjust:none}
button::before{background:ButtonFace;border:2px solid ButtonText;box-sizing:border-box}button::after{background:ButtonText}}
`;

let sheet: CSSStyleSheet | undefined;

/** @returns the one sheet that all elements of the page share */
export function elementStyle(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
