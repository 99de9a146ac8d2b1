import path from 'node:path';
import { optionList } from '../../server/options/server-options.js';
import { root } from './project.js';

/** The parts of docs/ that explain an option further, from docs/self-hosting/. */
export const explainedIn = new Map([
  ['trusted-proxy', 'proxies.md#behind-a-proxy'],
  ['geoip', 'privacy.md#countries-of-viewers'],
  ['rate-limit', 'operations.md#limits-and-rate-limits'],
  ['media', 'media.md'],
  ['store', 'stores.md#postgresql'],
  ['store-replica', 'stores.md#postgresql'],
  ['events', 'clickhouse.md'],
  ['inbox-days', 'clickhouse.md'],
  ['parquet', 'parquet.md'],
  ['spool', 'stores.md#the-spool'],
  ['keep-days', 'stores.md#how-long-events-are-kept'],
  ['trust-date', 'stores.md#how-long-events-are-kept'],
  ['telemetry', 'privacy.md#switching-telemetry-off'],
  ['consent', '../telemetry.md#consent'],
  ['cmcd', '../telemetry.md#quality-of-experience'],
  ['dimension', 'dimensions.md'],
  ['field-sample', '../telemetry.md#field-performance'],
  ['bot-detection', '../telemetry.md#probes'],
  ['ad-status', '../telemetry.md#probes'],
  ['page-config', '../self-hosting.md#your-own-page-config'],
  ['csp-extra', 'headers.md'],
  ['experiment', 'experiments.md'],
  ['retreat', 'experiments.md#an-end-by-itself'],
  ['token', 'privacy.md#who-may-read-the-telemetry'],
  ['logged-in-header', 'proxies.md#visitors-who-are-signed-in'],
  ['api-key', 'privacy.md#a-key-for-the-api'],
  ['page-origin', '../static-hosting.md'],
  ['embed-domains', 'privacy.md#domains'],
  ['signing-key', 'privacy.md#private-videos'],
  ['signed-media', 'privacy.md#addresses-of-files'],
  ['signed-media-life', 'privacy.md#addresses-of-files'],
  ['opaque-hosts', '../host-api.md#hosts-without-an-origin'],
  ['metrics', '../telemetry.md#metrics'],
  ['webhook', 'webhooks.md'],
  ['budget', 'webhooks.md#budgets'],
  ['otlp', 'otlp.md'],
  ['log', '../telemetry.md#logs'],
  ['access-log', '../telemetry.md#logs'],
  ['drain-ms', 'operations.md#stopping-it'],
]);

/**
 * @returns {string} a row for each server option: its variable, its values, its default and its
 * effect
 */
export function optionTable() {
  const rows = optionList.map(
    ({ env, name, placeholder, fallback, help }) =>
      `| ${linked(name)} | \`${env}\` | ${escaped(placeholder)} | ${shownDefault(fallback)} | ${escaped(help)} |`,
  );
  return [
    '| option | variable | takes | without it | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** @param {string} name of the option */
function linked(name) {
  const page = explainedIn.get(name);
  return page === undefined ? `\`--${name}\`` : `[\`--${name}\`](${page})`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('|', '\\|');

/**
 * Paths are relative, so that the table is the same on every machine.
 * @param {string} fallback
 */
function shownDefault(fallback) {
  if (fallback === '') return '–';
  return `\`${path.isAbsolute(fallback) ? path.relative(root, fallback) : fallback}\``;
}
