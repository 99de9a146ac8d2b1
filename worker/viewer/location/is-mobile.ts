/** The parts of `navigator` that this needs, in page or worker. */
interface NavigatorParts {
  userAgent: string;
  userAgentData?: { mobile: boolean };
}

/** Whether the browser identifies itself as a phone's or a tablet's. */
export function isMobile({ userAgent, userAgentData }: NavigatorParts): boolean {
  return userAgentData?.mobile ?? /Android|iPhone|iPad|Mobi/.test(userAgent);
}
