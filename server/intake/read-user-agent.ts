import bowser from 'bowser';
import { clientTextLimits } from './client-text-limits.ts';

/** Classes of devices, as the library names them. */
const deviceClasses: readonly (string | undefined)[] = ['desktop', 'mobile', 'tablet', 'tv', 'bot'];

/** Claims of a sender about itself, which it can forge. */
export interface UserAgent {
  /** The browser's name, such as `Chrome` or `Microsoft Edge`; '' if unknown. */
  browser: string;
  /** The class of its device, one of a fixed list; '' if unknown. */
  device: string;
}

/** @param userAgent the header */
export function readUserAgent(userAgent = ''): UserAgent {
  if (userAgent === '') return { browser: '', device: '' };
  const { browser, platform } = bowser.parse(userAgent.slice(0, clientTextLimits.agentMaxChars));
  return {
    browser: (browser.name ?? '').slice(0, clientTextLimits.browserNameMaxChars),
    device: deviceClasses.includes(platform.type) ? (platform.type ?? '') : '',
  };
}
