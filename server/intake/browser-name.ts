import bowser from 'bowser';
import { clientTextLimits } from './client-text-limits.ts';

/**
 * @param userAgent the header
 * @returns the browser's name, such as `Chrome` or `Microsoft Edge`; '' if unknown. Clients can
 * forge it
 */
export function browserName(userAgent = ''): string {
  if (userAgent === '') return '';
  const { name = '' } = bowser.parse(userAgent.slice(0, clientTextLimits.agentMaxChars)).browser;
  return name.slice(0, clientTextLimits.browserNameMaxChars);
}
