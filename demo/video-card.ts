import { element } from './element.ts';

/** @param posterUrl absolute; `null` for none */
export function createVideoCard(
  title: string,
  note: string,
  posterUrl: string | null,
  load: () => void,
): HTMLElement {
  const button = element('button', { type: 'button', className: 'card' });
  if (posterUrl !== null)
    button.append(element('img', { alt: '', loading: 'lazy', src: posterUrl }));
  button.append(element('span', { textContent: title }), element('small', { textContent: note }));
  button.addEventListener('click', load);
  return button;
}
