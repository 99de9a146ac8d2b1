import { guardLimits } from '../access/guard/guard-limits.js';
import type { CostLimit } from '../http/cost-limit.ts';

/** Limits on the cost of the files beside a video, and of the hosts that pages name. */
export const privacyLimits = {
  sidecarBytes: {
    value: guardLimits.sidecarMaxBytes,
    bounds: 'bytes of a JSON file of the media directory',
    scope: 'file',
    over: 'the file is not read: its video is private, and the operator is warned',
  },
} as const satisfies Record<string, CostLimit>;
