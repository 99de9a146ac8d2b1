import { escapeAttribute } from '../../shared/page/escape-attribute.ts';
import { frameFeatures, frameReferrerPolicy } from '../../shared/page/frame-attributes.ts';

export interface Embed {
  /** Origin of the player. */
  embedOrigin: string;
  videoId: string;
  /** The frame's title for screen readers. */
  title: string;
  /** Parameters of the address, in order. */
  parameters: readonly (readonly [name: string, value: string])[];
  size: EmbedSize;
  /** Whether browsers load it only when it comes near the screen. */
  isLazy: boolean;
}

export type EmbedSize =
  /** As wide as the available space, with this shape. */
  | { kind: 'responsive'; width: number; height: number }
  /** CSS pixels. */
  | { kind: 'fixed'; width: number; height: number };

/** @returns the address of the player, without parameters that clients set themselves */
export function embedAddress({
  embedOrigin,
  videoId,
  parameters,
}: Pick<Embed, 'embedOrigin' | 'videoId' | 'parameters'>): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, embedOrigin);
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  return url.href;
}

/** HTML with a frame, which needs no script. */
export function frameSnippet(embed: Embed): string {
  const { title, size, isLazy } = embed;
  const { width, height } = size;
  const attributes = {
    src: embedAddress(embed),
    title,
    allow: frameFeatures,
    referrerpolicy: frameReferrerPolicy,
    loading: isLazy ? 'lazy' : 'eager',
    ...(size.kind === 'fixed'
      ? { width: String(width), height: String(height), style: 'border: 0' }
      : { style: `width: 100%; aspect-ratio: ${width} / ${height}; border: 0` }),
  };
  return `<iframe\n${attributeLines(attributes)}\n  allowfullscreen\n></iframe>\n`;
}

/** Clients set these parameters themselves. */
const madeByClients = ['enablejsapi', 'origin', 'widgetid'];

/** HTML with the element, which shows a poster and loads the player on the first click. */
export function elementSnippet({ embedOrigin, videoId, title, parameters, size }: Embed): string {
  const own = parameters.filter(([name]) => !madeByClients.includes(name));
  const { width, height } = size;
  const shape =
    size.kind === 'fixed'
      ? `width: ${width}px; height: ${height}px`
      : `display: block; aspect-ratio: ${width} / ${height}`;
  const attributes = {
    videoid: videoId,
    'video-title': title,
    ...(own.length > 0 && {
      params: new URLSearchParams(own.map(([name, value]) => [name, value])).toString(),
    }),
    style: size.kind === 'fixed' ? `display: block; ${shape}` : shape,
  };
  return `<script type="module" src="${escapeAttribute(embedOrigin)}/sdk/offstage-player.js"></script>

<offstage-player\n${attributeLines(attributes)}
>
  <a href="${escapeAttribute(`${embedOrigin}/watch/${videoId}`)}">${escapeAttribute(title)}</a>
</offstage-player>
`;
}

/** HTML with a player that a page controls by script. */
export function scriptSnippet({ embedOrigin, videoId, parameters, size }: Embed): string {
  const own = parameters.filter(([name]) => !madeByClients.includes(name));
  const { width, height } = size;
  const options = {
    videoId,
    ...(size.kind === 'fixed' ? { width, height } : { width: '100%', height: '100%' }),
    playerVars: Object.fromEntries(own),
  };
  const place =
    size.kind === 'fixed'
      ? '<div id="player"></div>'
      : `<div style="aspect-ratio: ${width} / ${height}"><div id="player"></div></div>`;
  return `${place}
<script src="${escapeAttribute(embedOrigin)}/iframe_api"></script>
<script>
  function onYouTubeIframeAPIReady() {
    const player = new YT.Player('player', ${scriptText(options).replaceAll('\n', '\n    ')});
    player.addEventListener('onStateChange', ({ data }) => console.log('state', data));
  }
</script>
`;
}

/** Escapes all characters that could end the script. */
function scriptText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[<>\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function attributeLines(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `  ${name}="${escapeAttribute(value)}"`)
    .join('\n');
}
