import { test as base, expect } from '@playwright/test';
import { openProfile, type Profile } from '../../faults/support/profile.ts';
import { type HeaderProxy, openHeaderProxy } from '../../support/header-proxy.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { Storage } from './cells.ts';

const preferences: Record<Storage, object> = {
  // A viewer's: frames of other sites have storage, which Playwright's own contexts deny them.
  allowed: { block_third_party_cookies: false, cookie_controls_mode: 0 },
  denied: { default_content_setting_values: { cookies: 2 } },
};

interface FrameFixtures {
  /** What all tests of a worker share. */
  world: {
    server: ServerProcess;
    /** Before the server, and refuses workers to the player's page. */
    withoutWorkers: HeaderProxy;
    /** A browser whose viewer has said so. */
    browserWith(storage: Storage): Promise<Profile>;
  };
}

export const test = base.extend<object, FrameFixtures>({
  world: [
    async ({ launchOptions }, use) => {
      const server = await startServerProcess();
      const withoutWorkers = await openHeaderProxy(server.embedOrigin, {
        'content-security-policy': "worker-src 'none'",
      });
      const profiles = new Map<Storage, Profile>();
      await use({
        server,
        withoutWorkers,
        async browserWith(storage) {
          const profile =
            profiles.get(storage) ?? (await openProfile(launchOptions, { profile: preferences[storage] }));
          profiles.set(storage, profile);
          return profile;
        },
      });
      for (const profile of profiles.values()) await profile.dispose();
      await withoutWorkers.close();
      await server.dispose();
    },
    { scope: 'worker' },
  ],
});

export { expect };
