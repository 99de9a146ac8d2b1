/** Of a browser's `navigator`, in page or worker. */
interface NavigatorParts {
  userAgent: string;
  userAgentData?: { mobile: boolean };
}

/** Whether this is a phone's or a tablet's browser, as far as it says so. */
export function isMobile({ userAgent, userAgentData }: NavigatorParts): boolean {
  return userAgentData?.mobile ?? /Android|iPhone|iPad|Mobi/.test(userAgent);
}
