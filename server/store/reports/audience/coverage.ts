import { retentionParts } from '../../../../shared/telemetry/audience-report.ts';

/** From and to, in seconds of media time. */
export type Segment = readonly [from: number, to: number];

/** The hundredths of a video that a viewing has seen, a bit for each. */
export interface Coverage {
  seen: bigint;
  /** More than once. */
  again: bigint;
}

/** Adds a segment. A hundredth is seen if its middle is. The order of segments does not matter. */
export function cover(
  { seen, again }: Coverage,
  [from, to]: Segment,
  durationSec: number,
): Coverage {
  const middleAfter = (sec: number) =>
    Math.min(retentionParts, Math.max(0, Math.ceil((sec / durationSec) * retentionParts - 0.5)));
  const [first, end] = [middleAfter(from), middleAfter(to)];
  const bits = ((1n << BigInt(end)) - 1n) & ~((1n << BigInt(first)) - 1n);
  return { seen: seen | bits, again: again | (seen & bits) };
}

/** @returns the bits as text for a row, the last hundredth first */
export function formatBits(bits: bigint): string {
  return bits.toString(16);
}

export function parseBits(text: string): bigint {
  return BigInt(`0x${text}`);
}

/** @returns the numbers of the set bits, in ascending order, as a report reads thousands of them */
export function partsOf(text: string): number[] {
  const parts: number[] = [];
  for (let digit = 0; digit < text.length; digit++) {
    const bits = Number.parseInt(text[text.length - 1 - digit] ?? '0', 16);
    for (let bit = 0; bit < 4; bit++) if ((bits >> bit) & 1) parts.push(digit * 4 + bit);
  }
  return parts;
}
