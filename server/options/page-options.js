import { resolve } from 'node:path';
import { optionLimits } from './option-limits.js';
import { parseCspExtra } from './parse-csp-extra.js';
import { parseDimensions } from './parse-dimensions.js';
import { accept, refuse } from './server-option.js';
import { isSafeUrl, oneOf, textOrNull } from './value-parsers.js';

const { brandMaxChars } = optionLimits;

/** Content, scripts and reports of the player's pages. */
export const pageOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    brand: {
      name: 'brand',
      env: 'OFFSTAGE_BRAND',
      placeholder: 'NAME',
      fallback: 'Offstage',
      help: 'name shown in page titles',
      isPublished: true,
      parse: ({ text, source }) =>
        text.length > brandMaxChars
          ? refuse(
              `${source} has ${text.length} characters; give a name of at most ${brandMaxChars}.`,
            )
          : accept(text),
    },
    isTelemetryOn: {
      name: 'telemetry',
      env: 'OFFSTAGE_TELEMETRY',
      fallback: 'on',
      help: 'whether players log events and the intake accepts them',
      isPublished: true,
      ...oneOf({ on: true, off: false }),
    },
    /** Whether players wait for the viewer's consent. */
    isConsentRequired: {
      name: 'consent',
      env: 'OFFSTAGE_CONSENT',
      fallback: 'granted',
      help: 'required: nothing is logged or stored until the host page says that the viewer agrees',
      isPublished: true,
      ...oneOf({ granted: false, required: true }),
    },
    privateHost: {
      name: 'private-host',
      env: 'OFFSTAGE_PRIVATE_HOST',
      placeholder: 'NAME',
      fallback: '',
      help: 'host name under which every embed is private and stores nothing',
      isPublished: true,
      parse: parsePrivateHost,
    },
    /** URL of the operator's collector of CMCD reports. */
    cmcd: {
      name: 'cmcd',
      env: 'OFFSTAGE_CMCD',
      placeholder: 'URL',
      fallback: '',
      help: "collector to which players send CMCD reports; https, and it must allow this origin's requests",
      isPublished: true,
      parse: textOrNull(
        isSafeUrl,
        ({ text, source }) =>
          `${source} "${text}" cannot be a collector; give an https URL without a user name.`,
      ),
    },
    /** The part of all pages whose performance is measured, 0 to 1. */
    fieldShare: {
      name: 'field-sample',
      env: 'OFFSTAGE_FIELD_SAMPLE',
      placeholder: 'PERCENT',
      fallback: '10',
      help: 'percentage of embeds that report what they cost their viewers; 0 for none',
      isPublished: true,
      parse: parsePercent,
    },
    /** Names of custom dimensions. */
    dimensions: {
      name: 'dimension',
      env: 'OFFSTAGE_DIMENSION',
      placeholder: 'NAME',
      fallback: '',
      help: 'a dimension of your own, such as section: host pages set its value, and reports filter and group by it; up to three are possible',
      isList: true,
      parse: parseDimensions,
    },
    /** Whether players run this server's script, or the URL of another one. */
    botDetection: {
      name: 'bot-detection',
      env: 'OFFSTAGE_BOT_DETECTION',
      placeholder: 'on|off|URL',
      fallback: 'off',
      help: "whether players look for signs of automated viewers, with this server's script or that of an https URL",
      isPublished: true,
      parse: parseBotDetection,
    },
    adStatus: {
      name: 'ad-status',
      env: 'OFFSTAGE_AD_STATUS',
      placeholder: 'URL',
      fallback: '',
      help: "ads provider's script; players find out whether it can be fetched, and do not run it",
      isPublished: true,
      parse: textOrNull(
        isSafeUrl,
        ({ text, source }) =>
          `${source} "${text}" cannot be a script; give an https URL without a user name.`,
      ),
    },
    /** An absolute path. */
    pageConfigFile: {
      name: 'page-config',
      env: 'OFFSTAGE_PAGE_CONFIG',
      placeholder: 'FILE',
      fallback: '',
      help: "JSON file with your own part of every page's config: assets, flags, attributes",
      isPublished: true,
      parse: ({ text, cwd }) => accept(text === '' ? null : resolve(cwd, text)),
    },
    /** Sources by directive. */
    cspExtra: {
      name: 'csp-extra',
      env: 'OFFSTAGE_CSP_EXTRA',
      placeholder: 'DIRECTIVES',
      fallback: '',
      help: "more sources for the player page's Content-Security-Policy, for your own scripts and hosts",
      isPublished: true,
      parse: ({ text, source }) => {
        const extra = parseCspExtra(text);
        return extra.ok ? extra : refuse(`${source}: ${extra.message}`);
      },
    },
  });

/** @typedef {import('./server-option.js').GivenText} GivenText */

/** @param {GivenText} given */
function parsePrivateHost({ text, source }) {
  if (text === '') return accept(null);
  return /^([a-z\d]([a-z\d-]*[a-z\d])?(\.|$))*$/i.test(text)
    ? accept(text.toLowerCase())
    : refuse(
        `${source} "${text}" is not a host name; give one without scheme and port, for example nocookie.example.com.`,
      );
}

/** @param {GivenText} given */
function parseBotDetection({ text, source }) {
  if (isSafeUrl(text)) return accept(text);
  return text === 'on' || text === 'off'
    ? accept(text === 'on')
    : refuse(`${source} "${text}" is invalid; use on, off, or an https URL without a user name.`);
}

/** @param {GivenText} given */
function parsePercent({ text, source }) {
  return /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) <= 100
    ? accept(Number(text) / 100)
    : refuse(`${source} "${text}" is no percentage; give a number from 0 to 100, such as 10.`);
}
