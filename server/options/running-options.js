import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';
import { oneOf, wholeNumber } from './value-parsers.js';

/** Output, measurements and the end of the server. */
export const runningOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    areMetricsOpen: {
      name: 'metrics',
      env: 'OFFSTAGE_METRICS',
      fallback: 'operator',
      help: 'who may read /metrics: the operator, as for the telemetry, or everyone',
      ...oneOf({ operator: false, open: true }),
    },
    log: {
      name: 'log',
      env: 'OFFSTAGE_LOG',
      fallback: 'text',
      help: 'what the server prints: sentences, or a line of JSON for each event',
      ...oneOf({ text: 'text', json: 'json' }),
    },
    hasAccessLog: {
      name: 'access-log',
      env: 'OFFSTAGE_ACCESS_LOG',
      fallback: 'off',
      help: 'whether the server prints a line for each request',
      ...oneOf({ on: true, off: false }),
    },
    drainMs: {
      name: 'drain-ms',
      env: 'OFFSTAGE_DRAIN_MS',
      placeholder: 'MS',
      fallback: '0',
      help: 'how long the server goes on answering after a stop signal, while /readyz says 503',
      parse: ({ text, source }) => {
        const ms = wholeNumber(text, 6);
        return ms <= optionLimits.drainMaxMs
          ? accept(ms)
          : refuse(
              `${source} "${text}" is not a time; use whole milliseconds up to ${optionLimits.drainMaxMs}, for example 5000.`,
            );
      },
    },
  });
