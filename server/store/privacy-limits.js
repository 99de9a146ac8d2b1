import { guardLimits } from '../access/guard/guard-limits.js';

/**
 * Limits on the cost of the files beside a video, and of the hosts that pages name.
 * @satisfies {Record<string, import('../http/cost-limit.ts').CostLimit>}
 */
export const privacyLimits = {
  sidecarBytes: {
    value: guardLimits.sidecarMaxBytes,
    bounds: 'bytes of a JSON file of the media directory',
    scope: 'file',
    over: 'the file is not read: its video is private, and the operator is warned',
  },
};
