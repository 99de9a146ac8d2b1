/**
 * Builds the shell of `index.html` on a provider's page that only has a place for the player. Does
 * nothing if there already is one. Creates elements instead of parsing HTML, because Trusted Types
 * would refuse text.
 */
export function mountShell(place: HTMLElement): void {
  if (place.matches('.player') || place.querySelector('.player') !== null) return;
  const root = make('div', 'player');
  root.dataset.visualElement = 'player';
  root.dataset.state = 'unstarted';
  const video = make('video', 'video');
  video.playsInline = true;
  video.preload = 'metadata';
  video.crossOrigin = 'anonymous';
  const captions = make('div', 'captions');
  captions.dir = 'auto';
  captions.ariaHidden = 'true';
  const play = make('button', 'big-play');
  play.type = 'button';
  play.dataset.visualElement = 'large_play_button';
  play.ariaLabel = 'Play';
  const icon = makeSvg('svg', { viewBox: '0 0 68 68', 'aria-hidden': 'true' });
  icon.append(
    makeSvg('circle', { cx: '34', cy: '34', r: '34' }),
    makeSvg('path', { d: 'M27 21.5v25l21-12.5z' }),
  );
  play.append(icon);
  root.append(video, captions, play, make('div', 'ui'));
  place.append(root);
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function makeSvg(tag: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
