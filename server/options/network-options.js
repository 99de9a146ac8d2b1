import { resolve } from 'node:path';
import { parseSubnets } from './parse-subnets.js';
import { accept, refuse } from './server-option.js';
import { wholeNumber } from './value-parsers.js';

const portMax = 65_535;

/** Ports, addresses, proxies and the request limit. */
export const networkOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    /** Port of the embed origin. */
    port: {
      name: 'port',
      env: 'OFFSTAGE_PORT',
      placeholder: 'PORT',
      fallback: '4400',
      help: 'port of the player page and its API; 0 picks a free one',
      parse: parsePort,
    },
    demoPort: {
      name: 'demo-port',
      env: 'OFFSTAGE_DEMO_PORT',
      placeholder: 'PORT',
      fallback: '4401',
      help: 'port of the demo host page; 0 picks a free one',
      parse: parsePort,
    },
    /** `localhost` is both loopback addresses. */
    host: {
      name: 'host',
      env: 'OFFSTAGE_HOST',
      placeholder: 'HOST',
      fallback: 'localhost',
      help: 'name or address to listen on; localhost is this machine only',
      parse: ({ text }) => accept(text),
    },
    /** CIDR blocks of the proxies whose `X-Forwarded-For` and `-Proto` headers count. */
    trustedProxies: {
      name: 'trusted-proxy',
      env: 'OFFSTAGE_TRUSTED_PROXY',
      placeholder: 'ADDRESSES',
      fallback: 'loopback',
      help: 'addresses or CIDR blocks of your proxies, separated by commas; X-Forwarded headers from others are ignored',
      parse: ({ text, source }) => {
        const subnets = parseSubnets(text);
        return subnets === null
          ? refuse(
              `${source} "${text}" is invalid; use addresses or CIDR blocks with commas between them, for example loopback,10.0.0.0/8.`,
            )
          : accept(subnets);
      },
    },
    /** An absolute path; `null` for none. */
    geoipFile: {
      name: 'geoip',
      env: 'OFFSTAGE_GEOIP',
      placeholder: 'FILE',
      fallback: '',
      help: 'a database of countries or cities in the MaxMind DB format (.mmdb): the reports then have the countries of page loads; no address is stored',
      parse: ({ text, cwd }) => accept(text === '' ? null : resolve(cwd, text)),
    },
    /** 0 is no limit. */
    rateLimit: {
      name: 'rate-limit',
      env: 'OFFSTAGE_RATE_LIMIT',
      placeholder: 'COUNT',
      fallback: '30000',
      help: 'requests per minute from one client address, four times this number for files; 0 is no limit',
      parse: ({ text, source }) => {
        const count = wholeNumber(text, 9);
        return Number.isNaN(count)
          ? refuse(
              `${source} "${text}" is not a number of requests; give a whole number per minute such as 30000, or 0 for no limit.`,
            )
          : accept(count);
      },
    },
  });

/** @param {import('./server-option.js').GivenText} given */
function parsePort({ text, source }) {
  const port = wholeNumber(text, 5);
  return port <= portMax
    ? accept(port)
    : refuse(`${source} "${text}" is not a port; give a number from 0 to ${portMax}.`);
}
