/** A button that copies a text and shows whether it worked. */
export function startCopyButton(
  button: HTMLElement,
  status: HTMLElement,
  text: () => string,
): void {
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      // Pages without TLS have no clipboard, and viewers may refuse it.
      () => false,
    );
    status.textContent = isCopied
      ? 'Copied.'
      : 'The browser blocked copying. Select the code and copy it by hand.';
  });
}
