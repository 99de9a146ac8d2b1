/** Once the title bar is drawn, the shell's goes, and hands its focus over. Before the browser paints both. */
export function replaceWaitingFrame(root: HTMLElement): void {
  const frame = root.querySelector('.waiting');
  const hasFocus = frame?.contains(document.activeElement);
  frame?.remove();
  if (hasFocus) root.querySelector<HTMLElement>('.title a')?.focus();
}
