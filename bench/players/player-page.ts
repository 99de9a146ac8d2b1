import { existsSync } from 'node:fs';
import { bundlesDir } from './bundle-players.ts';
import { filmPaths } from './film.ts';
import type { Lane } from './lane.ts';

/**
 * A peer's whole page. It fills the frame, and has style and script at the usual places of a build.
 * @param liveOrigin origin of the live stream
 */
export function playerPage(
  { source, script, body }: Lane,
  isAutoplay: boolean,
  liveOrigin: string,
): string {
  const { src, poster } = filmPaths[source];
  const file = (extension: string) => `/peers/${script}/${script}.${extension}`;
  const hasStyle = script !== undefined && existsSync(`${bundlesDir}${script}/${script}.css`);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Four Lights</title><link rel="icon" href="data:,">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<style>html,body{margin:0;height:100%;background:#000}#root,video,media-player,media-controller,mux-player,.plyr,[data-shaka-player-container]{width:100%;height:100%}</style>',
    hasStyle ? `<link rel="stylesheet" href="${file('css')}">` : '',
    script === undefined ? '' : `<script type="module" src="${file('js')}"></script>`,
    `<body>${body?.({ poster, src: source === 'live' ? liveOrigin + src : src, isAutoplay }) ?? ''}</body></html>`,
  ].join('\n');
}
