import { optionLimits } from './option-limits.js';
import { parseBudgets } from './parse-budgets.js';
import { parseOtlpUrl } from './parse-otlp-url.js';
import { accept, refuse } from './server-option.js';
import { isSafeUrl, oneOf, wholeNumber } from './value-parsers.js';

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
    /** Receivers of reports about videos, streams, failures and the store. */
    webhooks: {
      name: 'webhook',
      env: 'OFFSTAGE_WEBHOOK',
      placeholder: 'URL',
      fallback: '',
      help: 'receiver of signed messages about new videos, live streams, failures, the store and its disk; https, or http on this machine; several are possible',
      isList: true,
      separator: ' ',
      parse: parseWebhooks,
    },
    /** Highest values of what embeds cost; more is reported to the receivers. */
    budgets: {
      name: 'budget',
      env: 'OFFSTAGE_BUDGET',
      placeholder: 'MEASURE=VALUE',
      fallback: '',
      help: 'reports to the receivers of --webhook when embeds cost more, for example blocking_p75=200; several are possible',
      isList: true,
      parse: parseBudgets,
    },
    /** A collector of metrics and log; `null` for none. */
    otlp: {
      name: 'otlp',
      env: 'OFFSTAGE_OTLP',
      placeholder: 'URL',
      fallback: '',
      help: 'base address of an OpenTelemetry collector (OTLP over HTTP) to which metrics and log are exported; https, or http on this machine and in private networks',
      parse: parseOtlpUrl,
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

/** @param {import('./server-option.js').GivenText} given */
function parseWebhooks({ text, source }) {
  const urls = text.split(' ').filter((url) => url !== '');
  const wrong = urls.find((url) => !isSafeUrl(url));
  // It may hold a secret, so messages never repeat it.
  if (wrong !== undefined)
    return refuse(
      `${source}: a receiver must be an https URL without a user name; http is possible on this machine only.`,
    );
  const { webhooksMaxCount } = optionLimits;
  return urls.length > webhooksMaxCount
    ? refuse(`${source}: at most ${webhooksMaxCount} receivers are possible.`)
    : accept([...new Set(urls)]);
}
