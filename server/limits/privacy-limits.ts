import type { CostLimit } from './cost-limit.ts';

/** Bounds of what the files beside a video, and what pages say of their hosts, can cost. */
export const privacyLimits = {
  sidecarBytes: {
    // A sidecar with 1,000 chapters has 500 kB at most.
    value: 1_000_000,
    bounds: 'bytes of a JSON file of the media directory',
    scope: 'file',
    over: 'the file is not read: its video is private, and the operator is warned',
  },
} as const satisfies Record<string, CostLimit>;
