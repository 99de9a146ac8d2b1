import type { Badge, WaitingFrame } from '../../../shared/page/waiting-frame.ts';
import { escapeHtml } from '../../http/html/escape-html.ts';

/** Renders the same elements as `src/ui/shell/waiting/draw-waiting-frame.ts`. */
export function renderWaitingFrame({ title, href, author, badge }: WaitingFrame): string {
  const text = escapeHtml(title);
  const name =
    href === null
      ? text
      : `<a href="${escapeHtml(href)}" target="_blank" rel="noopener" data-visual-element="title_link">${text}</a>`;
  const by = author === '' ? '' : `<p class="author" dir="auto">${escapeHtml(author)}</p>`;
  const titleBar = `<div class="title-bar"><div class="title-text"><p class="title" dir="auto">${name}</p>${by}</div></div>`;
  return `<div class="waiting">${titleBar}${badge === null ? '' : renderBadge(badge)}</div>`;
}

function renderBadge({ text, dateTime }: Badge): string {
  return dateTime === null
    ? `<span class="length" data-live>${escapeHtml(text)}</span>`
    : `<time class="length" datetime="${dateTime}">${text}</time>`;
}
