import { escapeHtml } from '../../../http/html/escape-html.ts';

/** Inline in the page; the page's policy allows it by its hash. */
export const signInStyle =
  ':root{color-scheme:light dark}' +
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;' +
  'background:light-dark(#f4f5f8,#0e1117);color:light-dark(#171a21,#e8eaf0)}' +
  'main{width:min(22rem,calc(100vw - 2rem));box-sizing:border-box;padding:2rem;border-radius:16px;' +
  'background:light-dark(#fff,#171b24);border:1px solid light-dark(#dfe2ea,#2a303d)}' +
  'h1{font-size:1.375rem;margin:0 0 .25rem}p{margin:0 0 1.25rem;color:light-dark(#555c6b,#a6adbd)}' +
  'label{display:block;font-weight:600;margin-bottom:.375rem}' +
  'input,button{font:inherit;width:100%;box-sizing:border-box;min-height:44px;border-radius:10px;padding:0 .875rem}' +
  'input{border:1px solid light-dark(#7b8394,#717a8d);background:transparent;color:inherit}' +
  'button{margin-top:1rem;border:0;font-weight:600;background:#3b4fd8;color:#fff;cursor:pointer}button:hover{background:#2f41bd}' +
  ':focus-visible{outline:3px solid light-dark(#3b4fd8,#9aa8ff);outline-offset:2px}' +
  '.problem{color:light-dark(#b3261e,#ff9d94);font-weight:600}';

/**
 * @param problem why the last try failed, or another hint
 * @param canSignIn whether a token exists with which to sign in. The form has a hidden user name,
 *   because browsers ask for one on the console, and password managers store one.
 */
export function renderSignIn(problem: string | null, canSignIn: boolean): string {
  const problemHtml =
    problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`;
  const form = canSignIn
    ? `<p>Playback statistics for the operator of this server.</p>${problemHtml}
<form method="post" action="session">
<input name="username" value="operator" autocomplete="username" hidden>
<label for="token">Operator’s token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
</form>`
    : problemHtml;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sign in · Telemetry</title><link rel="icon" href="data:,">
<style>${signInStyle}</style></head>
<body><main><h1>Telemetry</h1>
${form}
</main></body></html>
`;
}
