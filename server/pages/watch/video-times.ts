/** @returns seconds as programs read them, ISO 8601: `PT1M4S`, `PT2H` */
export function isoDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3_600), 'H'],
    [Math.floor((whole % 3_600) / 60), 'M'],
    [whole % 60, 'S'],
  ] as const;
  const written = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return `PT${written.join('') || '0S'}`;
}
