import bowser from 'bowser';

/** What says more than this is no browser's own name for itself. */
const agentMaxChars = 500;
const nameMaxChars = 50;

/**
 * @param userAgent the header
 * @returns the browser's name, such as `Chrome` or `Microsoft Edge`; '' where it is not known. A claim, as the header is
 */
export function browserName(userAgent = ''): string {
  if (userAgent === '') return '';
  const { name = '' } = bowser.parse(userAgent.slice(0, agentMaxChars)).browser;
  return name.slice(0, nameMaxChars);
}
