import { expect } from 'vitest';
import { sdkConfig } from '../../../sdk/offstage.ts';
import { OffstagePlayerElement } from '../../../sdk/offstage-player.ts';
import { fakeHost, openFakeEmbed } from './fake-embed.ts';

/** Empties the page, and forgets its host. */
export function removeElements(): void {
  document.body.replaceChildren();
  sdkConfig.host = '';
}

export function put(attributes: string, host = `host="${fakeHost}"`): OffstagePlayerElement {
  document.body.innerHTML = `<offstage-player ${host} ${attributes}><a href="/watch">Watch</a></offstage-player>`;
  const element = document.body.firstElementChild;
  if (!(element instanceof OffstagePlayerElement)) throw new Error('not upgraded');
  return element;
}

export const inside = (element: OffstagePlayerElement, selector: string) =>
  element.shadowRoot?.querySelector(selector);

export const frameOf = (element: OffstagePlayerElement) =>
  inside(element, 'iframe') as HTMLIFrameElement | null;

export const vars = (element: OffstagePlayerElement) =>
  Object.fromEntries(new URL(frameOf(element)?.src ?? '').searchParams);

export async function openEmbed(element: OffstagePlayerElement) {
  await expect.poll(() => frameOf(element)).not.toBeNull();
  return openFakeEmbed(frameOf(element) as HTMLIFrameElement);
}
