/** A colour of the style sheet in the current theme; a canvas cannot use CSS variables. */
export function chartColour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
