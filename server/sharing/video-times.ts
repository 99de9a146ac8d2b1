/** @returns a time for people: `0:07`, `12:34`, `1:02:03` */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** @returns an ISO 8601 duration for programs: `PT1M4S`, `PT2H` */
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
