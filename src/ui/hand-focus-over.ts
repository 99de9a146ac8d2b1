/**
 * Whoever plays by the keyboard with the shell's large button, which then goes away, goes on at the bar's play button. Called
 * without a bar it does nothing.
 */
export function handFocusOver(root: HTMLElement, bigPlay: HTMLButtonElement, signal: AbortSignal): void {
  bigPlay.addEventListener(
    'click',
    (event) => {
      const isPointer = event.detail > 0;
      const playButton = root.querySelector<HTMLElement>('.bar [data-visual-element="play_button"]');
      if (!isPointer) playButton?.focus();
    },
    { signal },
  );
}
