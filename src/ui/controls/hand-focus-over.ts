/**
 * Moves the focus to the bar's play button when the keyboard used the shell's large play button,
 * which then disappears.
 * @param isUsed the large button was already used with the keyboard
 * @returns call it once the bar is drawn
 */
export function handFocusOver(
  root: HTMLElement,
  bigPlay: HTMLButtonElement,
  isUsed: boolean,
  signal: AbortSignal,
): () => void {
  let isDue = isUsed;
  const resume = () => {
    const play = root.querySelector<HTMLElement>('.bar [data-visual-element="play_button"]');
    play?.focus();
    isDue = play === null;
  };
  bigPlay.addEventListener('click', ({ detail }) => detail === 0 && resume(), { signal });
  return () => {
    // Keep the focus if the viewer has moved it elsewhere.
    const { activeElement } = document;
    if (isDue && (activeElement === document.body || activeElement === bigPlay)) resume();
  };
}
