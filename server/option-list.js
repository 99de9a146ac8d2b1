import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} OptionDescription
 * @property {string} name without the dashes
 * @property {string} env name of the environment variable that says the same
 * @property {string} placeholder for the help text
 * @property {string} fallback used when neither is given
 * @property {string} help
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
];
