/** The values by which hosts and URLs mean on or off. Any other value is neither. */
export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

export function isOff(value: unknown): boolean {
  return value === false || value === 0 || value === '0' || value === 'false';
}
