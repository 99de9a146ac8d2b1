/**
 * Whoever plays by the keyboard with the shell's large button, which then goes away, goes on at the bar's play button.
 * @param isUsed the button has been used so already
 * @returns to be called once the bar is drawn
 */
export function handFocusOver(
  root: HTMLElement,
  bigPlay: HTMLButtonElement,
  isUsed: boolean,
  signal: AbortSignal,
): () => void {
  let isDue = isUsed;
  const goOn = () => {
    const play = root.querySelector<HTMLElement>('.bar [data-visual-element="play_button"]');
    play?.focus();
    isDue = play === null;
  };
  bigPlay.addEventListener('click', ({ detail }) => detail === 0 && goOn(), { signal });
  return () => {
    // Who has gone on to something else stays there.
    const { activeElement } = document;
    if (isDue && (activeElement === document.body || activeElement === bigPlay)) goOn();
  };
}
