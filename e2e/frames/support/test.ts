import { expect } from '@playwright/test';
import { openProfile, type Profile } from '../../faults/support/profile.ts';
import { type HeaderProxy, openHeaderProxy } from '../../support/header-proxy.ts';
import type { Server } from '../../support/server-process.ts';
import { test as base, type StartShared } from '../../support/worker.ts';
import type { Storage } from './cells.ts';

const preferences: Record<Storage, object> = {
  // A viewer's settings: frames of other sites have storage, which Playwright's own contexts deny.
  allowed: { block_third_party_cookies: false, cookie_controls_mode: 0 },
  denied: { default_content_setting_values: { cookies: 2 } },
};

/** Fixtures that a worker's tests share. */
interface World {
  server: Server;
  /** A proxy in front of the server that denies workers to the player's page. */
  withoutWorkers: HeaderProxy;
  /** A browser with this storage setting. */
  browserWith(storage: Storage): Promise<Profile>;
}

const startWorld: StartShared<World> = async ({ servers, launchOptions }, stack) => {
  const server = await servers.start();
  stack.defer(() => server.dispose());
  const withoutWorkers = await openHeaderProxy(server.embedOrigin, {
    'content-security-policy': "worker-src 'none'",
  });
  stack.defer(() => withoutWorkers.close());
  const profiles = new Map<Storage, Profile>();
  return {
    server,
    withoutWorkers,
    async browserWith(storage) {
      const profile =
        profiles.get(storage) ??
        (await openProfile(launchOptions, { profile: preferences[storage] }));
      if (!profiles.has(storage)) stack.defer(() => profile.dispose());
      profiles.set(storage, profile);
      return profile;
    },
  };
};

export const test = base.extend<{ world: World }>({
  world: async ({ shared }, use) => use(await shared(startWorld)),
});

export { expect };
