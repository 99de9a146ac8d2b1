import { test as base, expect } from '../../support/test.ts';
import { openProfile, type Profile } from './profile.ts';

interface FaultFixtures {
  /** Chromium's preferences for the profile. */
  preferences: object;
  profile: Profile;
}

export const test = base.extend<FaultFixtures>({
  // A viewer's settings: frames of other sites have storage, which Playwright's own contexts deny.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  preferences: async ({}, use) =>
    use({ profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } }),
  async profile({ launchOptions, preferences }, use) {
    const profile = await openProfile(launchOptions, preferences);
    await use(profile);
    await profile.dispose();
  },
});

export { expect };
