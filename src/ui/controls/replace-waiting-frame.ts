/**
 * Replaces the shell's title bar with the drawn one, which also gets its focus. Runs before the
 * browser paints, so that both never show together.
 */
export function replaceWaitingFrame(root: HTMLElement): void {
  const frame = root.querySelector('.waiting');
  const hasFocus = frame?.contains(document.activeElement);
  frame?.remove();
  if (hasFocus) root.querySelector<HTMLElement>('.title a')?.focus();
}
