import { describeWaitingFrame, type WaitingFrame } from '../../../../shared/page/waiting-frame.ts';
import type { Language } from '../../../../shared/player/languages.ts';
import { isModest } from '../../../../shared/player/modest-branding.ts';
import { watchAddress } from '../../../parts/watch-address.ts';
import type { WaitingFrameDeps } from './waiting-frame-deps.ts';

/** Draws the waiting frame of the current video, unless it exists or the controls are drawn. */
export function drawWaitingFrame({ root, ui, store, config }: WaitingFrameDeps): void {
  const { response } = store.getState();
  if (response === null || ui.firstChild || root.querySelector('.waiting')) return;
  const { videoDetails } = response;
  const frame = describeWaitingFrame(videoDetails, {
    href: watchAddress(videoDetails.watchUrl, location.href)?.href ?? null,
    isModest: isModest(config.args),
    // One of the player's languages, chosen before any script runs.
    language: document.documentElement.lang as Language,
  });
  if (frame !== null) ui.before(makeWaitingFrame(frame));
}

/** Makes the same elements as `server/pages/embed/render-waiting-frame.ts` writes. */
export function makeWaitingFrame({ title, href, author, badge }: WaitingFrame): HTMLElement {
  const text = make('div', 'title-text');
  const name = make('p', 'title');
  name.dir = 'auto';
  if (href === null) name.textContent = title;
  else name.append(makeLink(title, href));
  text.append(name);
  if (author !== '') {
    const by = make('p', 'author', author);
    by.dir = 'auto';
    text.append(by);
  }
  const titleBar = make('div', 'title-bar');
  titleBar.append(text);
  const waiting = make('div', 'waiting');
  waiting.append(titleBar);
  if (badge?.dateTime) {
    const length = make('time', 'length', badge.text);
    length.dateTime = badge.dateTime;
    waiting.append(length);
  } else if (badge !== null) {
    const live = make('span', 'length', badge.text);
    live.dataset.live = '';
    waiting.append(live);
  }
  return waiting;
}

function makeLink(text: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.dataset.visualElement = 'title_link';
  link.textContent = text;
  return link;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
