import bowser from 'bowser';

/** Longer headers are cut. */
const agentMaxChars = 500;
const nameMaxChars = 50;

/**
 * @param userAgent the header
 * @returns the browser's name, such as `Chrome` or `Microsoft Edge`; '' if unknown. Clients can
 * forge it
 */
export function browserName(userAgent = ''): string {
  if (userAgent === '') return '';
  const { name = '' } = bowser.parse(userAgent.slice(0, agentMaxChars)).browser;
  return name.slice(0, nameMaxChars);
}
