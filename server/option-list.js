import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} OptionDescription
 * @property {string} name without the dashes
 * @property {string} env name of the environment variable that says the same
 * @property {string} placeholder for the help text
 * @property {string} fallback used when neither is given
 * @property {string} help
 * @property {boolean} [isList] whether it may be given several times, which is the same as once with commas
 */

const bundledMediaDir = fileURLToPath(new URL('../media', import.meta.url));

/** @type {readonly OptionDescription[]} */
export const optionList = [
  {
    name: 'port',
    env: 'OFFSTAGE_PORT',
    placeholder: 'PORT',
    fallback: '4400',
    help: 'port of the player page and its API; 0 takes a free one',
  },
  {
    name: 'demo-port',
    env: 'OFFSTAGE_DEMO_PORT',
    placeholder: 'PORT',
    fallback: '4401',
    help: 'port of the demo host page; 0 takes a free one',
  },
  {
    name: 'host',
    env: 'OFFSTAGE_HOST',
    placeholder: 'HOST',
    fallback: 'localhost',
    help: 'name or address to listen on; localhost is this machine only',
  },
  {
    name: 'media',
    env: 'OFFSTAGE_MEDIA',
    placeholder: 'DIR',
    fallback: bundledMediaDir,
    help: 'directory with the videos',
  },
  {
    name: 'data',
    env: 'OFFSTAGE_DATA',
    placeholder: 'DIR',
    fallback: '.offstage',
    help: 'directory for the event store',
  },
  {
    name: 'store',
    env: 'OFFSTAGE_STORE',
    placeholder: 'sqlite|URL',
    fallback: 'sqlite',
    help: 'where events are kept: a file in the data directory, or a PostgreSQL (postgres://USER:PASSWORD@HOST:PORT/DATABASE)',
  },
  {
    name: 'store-replica',
    env: 'OFFSTAGE_STORE_REPLICA',
    placeholder: 'URL',
    fallback: '',
    help: "a standby of that PostgreSQL: viewers' subscriptions, bells and lists are read there, unless it is behind what the viewer has just changed",
  },
  {
    name: 'keep-days',
    env: 'OFFSTAGE_KEEP_DAYS',
    placeholder: 'DAYS',
    fallback: '0',
    help: 'days after which the events of a document of which nothing more has come are removed, 31 or more; 0 keeps all',
  },
  {
    name: 'trust-date',
    env: 'OFFSTAGE_TRUST_DATE',
    placeholder: 'DATE',
    fallback: '',
    help: "today's date, such as 2026-11-23: after a pause of more than a week nothing expires until it confirms the clock",
  },
  {
    name: 'token',
    env: 'OFFSTAGE_TOKEN',
    placeholder: 'TOKEN',
    fallback: '',
    help: 'token that reading the telemetry then needs, from this machine too',
  },
  {
    name: 'telemetry',
    env: 'OFFSTAGE_TELEMETRY',
    placeholder: 'on|off',
    fallback: 'on',
    help: 'whether players log events, and the intake takes them',
  },
  {
    name: 'consent',
    env: 'OFFSTAGE_CONSENT',
    placeholder: 'granted|required',
    fallback: 'granted',
    help: 'required: nothing is logged or stored before the host page says that the viewer agrees',
  },
  {
    name: 'private-host',
    env: 'OFFSTAGE_PRIVATE_HOST',
    placeholder: 'NAME',
    fallback: '',
    help: 'host name under which every embed is a private one, which stores nothing',
  },
  {
    name: 'brand',
    env: 'OFFSTAGE_BRAND',
    placeholder: 'NAME',
    fallback: 'Offstage',
    help: 'name shown in page titles',
  },
  {
    name: 'cmcd',
    env: 'OFFSTAGE_CMCD',
    placeholder: 'URL',
    fallback: '',
    help: "collector that players send CMCD reports to; https, and it must allow this origin's requests",
  },
  {
    name: 'bot-detection',
    env: 'OFFSTAGE_BOT_DETECTION',
    placeholder: 'on|off|URL',
    fallback: 'off',
    help: "whether players look for signs of programs that watch, by this server's script or by that of an https URL",
  },
  {
    name: 'ad-status',
    env: 'OFFSTAGE_AD_STATUS',
    placeholder: 'URL',
    fallback: '',
    help: "ads provider's script; players find out whether it can be fetched, and do not run it",
  },
  {
    name: 'page-config',
    env: 'OFFSTAGE_PAGE_CONFIG',
    placeholder: 'FILE',
    fallback: '',
    help: "JSON with your own part of every page's config: assets, flags, attributes",
  },
  {
    name: 'logged-in-header',
    env: 'OFFSTAGE_LOGGED_IN_HEADER',
    placeholder: 'NAME',
    fallback: '',
    help: 'request header that your proxy sets for visitors who are signed in',
  },
  {
    name: 'api-key',
    env: 'OFFSTAGE_API_KEY',
    placeholder: 'KEY',
    fallback: '',
    help: 'key that calls of the API must have; players get it with their page, so it is no secret',
  },
  {
    name: 'rate-limit',
    env: 'OFFSTAGE_RATE_LIMIT',
    placeholder: 'COUNT',
    fallback: '30000',
    help: 'requests a minute that one client address may send, four times as many for files; 0 is no limit',
  },
  {
    name: 'embed-domains',
    env: 'OFFSTAGE_EMBED_DOMAINS',
    placeholder: 'LIST',
    fallback: '',
    help: 'domains whose pages may embed, with commas; a video may have its own list',
  },
  {
    name: 'signing-key',
    env: 'OFFSTAGE_SIGNING_KEY',
    placeholder: 'KEY',
    fallback: '',
    help: 'what URLs of private videos are signed with; without it one is made and kept in the data directory',
  },
  {
    name: 'signed-media',
    env: 'OFFSTAGE_SIGNED_MEDIA',
    placeholder: 'private|all',
    fallback: 'private',
    help: 'videos whose files need URLs that are signed and expire',
  },
  {
    name: 'signed-media-life',
    env: 'OFFSTAGE_SIGNED_MEDIA_LIFE',
    placeholder: 'SECONDS',
    fallback: '14400',
    help: 'how long such a URL holds at least; players get new ones by themselves',
  },
  {
    name: 'opaque-hosts',
    env: 'OFFSTAGE_OPAQUE_HOSTS',
    placeholder: 'allow|refuse',
    fallback: 'refuse',
    help: 'whether pages without an origin (files, sandboxed frames) may command players and hear what is watched',
  },
  {
    name: 'trusted-proxy',
    env: 'OFFSTAGE_TRUSTED_PROXY',
    placeholder: 'ADDRESSES',
    fallback: 'loopback',
    help: "your proxies' addresses or CIDR blocks, with commas; of others no X-Forwarded header is believed",
  },
  {
    name: 'metrics',
    env: 'OFFSTAGE_METRICS',
    placeholder: 'operator|open',
    fallback: 'operator',
    help: 'who may read /metrics: the operator as with the telemetry, or anybody',
  },
  {
    name: 'log',
    env: 'OFFSTAGE_LOG',
    placeholder: 'text|json',
    fallback: 'text',
    help: 'what the server prints: sentences, or a line of JSON for each event',
  },
  {
    name: 'access-log',
    env: 'OFFSTAGE_ACCESS_LOG',
    placeholder: 'on|off',
    fallback: 'off',
    help: 'whether it prints a line for each request',
  },
  {
    name: 'drain-ms',
    env: 'OFFSTAGE_DRAIN_MS',
    placeholder: 'MS',
    fallback: '0',
    help: 'how long it goes on answering after it was told to stop, while /readyz says 503',
  },
  {
    name: 'page-origin',
    env: 'OFFSTAGE_PAGE_ORIGIN',
    placeholder: 'ORIGINS',
    fallback: '',
    help: "origins of the player's pages on a static host, with commas; pages of all others may then no longer call the API",
    isList: true,
  },
  {
    name: 'csp-extra',
    env: 'OFFSTAGE_CSP_EXTRA',
    placeholder: 'DIRECTIVES',
    fallback: '',
    help: "what the player page's Content-Security-Policy allows besides, for your own scripts and hosts",
  },
];
