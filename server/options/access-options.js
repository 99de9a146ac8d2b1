import { parseEmbedDomains } from '../access/guard/embed-domains.js';
import { guardLimits } from '../access/guard/guard-limits.js';
import { optionLimits } from './option-limits.js';
import { parseWebOrigins } from './parse-web-origin.js';
import { accept, refuse } from './server-option.js';
import { isVisibleAscii, oneOf, textOrNull, wholeNumber } from './value-parsers.js';

const { apiKeyMaxChars, signingKeyMaxChars } = optionLimits;
const { signedMediaMinSec: lifeMinSec, signedMediaMaxSec: lifeMaxSec } = optionLimits;

/** Access to the telemetry, the API, embeds and videos. */
export const accessOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    token: {
      name: 'token',
      env: 'OFFSTAGE_TOKEN',
      placeholder: 'TOKEN',
      fallback: '',
      help: 'token required for reading the telemetry, also from this machine',
      parse: textOrNull(
        isVisibleAscii,
        ({ source }) =>
          `${source} must be visible ASCII characters without spaces, because it travels in an HTTP header.`,
      ),
    },
    loggedInHeader: {
      name: 'logged-in-header',
      env: 'OFFSTAGE_LOGGED_IN_HEADER',
      placeholder: 'NAME',
      fallback: '',
      help: 'request header that your proxy sets for visitors who are signed in',
      parse: textOrNull(
        (text) => /^[A-Za-z0-9-]{1,100}$/.test(text),
        ({ text, source }) =>
          `${source} "${text}" is not the name of a header; give one such as X-Forwarded-User.`,
      ),
    },
    /** Travels in the query of each call. */
    apiKey: {
      name: 'api-key',
      env: 'OFFSTAGE_API_KEY',
      placeholder: 'KEY',
      fallback: '',
      help: 'key that calls of the API must have; players get it with their page, so it is not secret',
      isPublished: true,
      parse: textOrNull(
        (text) => isVisibleAscii(text) && text.length <= apiKeyMaxChars,
        ({ source }) =>
          `${source} is invalid; use at most ${apiKeyMaxChars} visible ASCII characters without spaces, because it travels in addresses.`,
      ),
    },
    /** With one or more, the API refuses pages of all other origins. */
    pageOrigins: {
      name: 'page-origin',
      env: 'OFFSTAGE_PAGE_ORIGIN',
      placeholder: 'ORIGINS',
      fallback: '',
      help: "origins of the player's pages on a static host, separated by commas; pages of other origins may then not call the API",
      isList: true,
      parse: parseWebOrigins,
    },
    /** Pages that may frame videos without a list of their own; `null` allows any page. */
    embedDomains: {
      name: 'embed-domains',
      env: 'OFFSTAGE_EMBED_DOMAINS',
      placeholder: 'LIST',
      fallback: '',
      help: 'domains whose pages may embed, separated by commas; a video may have its own list',
      isPublished: true,
      parse: ({ text, source }) => {
        const texts = text.split(',').filter((domain) => domain.trim() !== '');
        const { domains, problems } = parseEmbedDomains(texts);
        const [problem] = problems;
        if (problem !== undefined) return refuse(`${source}: ${problem}.`);
        return accept(texts.length === 0 ? null : domains);
      },
    },
    /** `null`: the server makes one and keeps it in the data directory. */
    signingKey: {
      name: 'signing-key',
      env: 'OFFSTAGE_SIGNING_KEY',
      placeholder: 'KEY',
      fallback: '',
      help: 'key that signs URLs of private videos; without it one is made and kept in the data directory',
      parse: textOrNull(
        (text) =>
          isVisibleAscii(text) &&
          text.length >= guardLimits.signingKeyMinChars &&
          text.length <= signingKeyMaxChars,
        ({ source }) =>
          `${source} must have ${guardLimits.signingKeyMinChars} to ${signingKeyMaxChars} visible ASCII characters; create one with: openssl rand -base64 48.`,
      ),
    },
    /** Whether the files of all videos need signed URLs, not only those of private videos. */
    signsAll: {
      name: 'signed-media',
      env: 'OFFSTAGE_SIGNED_MEDIA',
      fallback: 'private',
      help: 'videos whose files need signed URLs that expire',
      isPublished: true,
      ...oneOf({ private: false, all: true }),
    },
    signedMediaSec: {
      name: 'signed-media-life',
      env: 'OFFSTAGE_SIGNED_MEDIA_LIFE',
      placeholder: 'SECONDS',
      fallback: '14400',
      help: 'how long such a URL is valid at least; players renew theirs automatically',
      parse: ({ text, source }) => {
        const lifeSec = wholeNumber(text, 5);
        return lifeSec >= lifeMinSec && lifeSec <= lifeMaxSec
          ? accept(lifeSec)
          : refuse(
              `${source} "${text}" is invalid; use seconds from ${lifeMinSec} to ${lifeMaxSec}.`,
            );
      },
    },
    /** Whether players obey and inform pages without an origin. */
    allowsOpaqueHosts: {
      name: 'opaque-hosts',
      env: 'OFFSTAGE_OPAQUE_HOSTS',
      fallback: 'refuse',
      help: 'whether pages without an origin (files, sandboxed frames) may control players and learn what is watched',
      isPublished: true,
      ...oneOf({ allow: true, refuse: false }),
    },
  });
