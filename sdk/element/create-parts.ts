/** @returns the poster, without a source; it hides itself if its source cannot be shown */
export function createPoster(): HTMLImageElement {
  const poster = document.createElement('img');
  poster.alt = '';
  poster.part.add('poster');
  poster.loading = 'lazy';
  poster.decoding = 'async';
  poster.addEventListener('error', () => {
    poster.hidden = true;
  });
  return poster;
}

/**
 * @param onIntent called when the pointer or the focus reaches the button
 * @param onClick called for each click
 */
export function createButton(onIntent: () => void, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.part.add('button');
  for (const intent of ['pointerover', 'focus']) button.addEventListener(intent, onIntent);
  button.addEventListener('click', onClick);
  return button;
}

/** @returns what a screen reader calls the button, in the page's language if it gives a `verb` */
export function buttonLabel(verb: string | null, title: string): string {
  return [verb || 'Play', title || 'video'].join(title ? ': ' : ' ');
}

/** @returns a paragraph that a screen reader reads when its text changes */
export function createAlert(): HTMLParagraphElement {
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  return alert;
}
