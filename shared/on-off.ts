/** Ways in which hosts and URLs say yes and no. What says neither is neither on nor off. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

export function isOff(value: unknown): boolean {
  return value === false || value === 0 || value === '0' || value === 'false';
}
