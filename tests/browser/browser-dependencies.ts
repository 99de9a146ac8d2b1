/**
 * What Vite bundles for the tests in the browser: once, before its server answers the first
 * request. A dependency that is discovered
 * later is bundled with all others again, which reloads a page in the middle of its tests; so
 * nothing is discovered, and a test
 * compares this list with what is imported.
 */
export const browserDependencies = {
  noDiscovery: true,
  include: [
    'comlink',
    'comlink/dist/esm/comlink.js',
    'fflate',
    'hls.js',
    'idb',
    'react',
    'react-dom',
    'react-dom/client',
    'react/jsx-dev-runtime',
    'react/jsx-runtime',
    'rx-player/experimental/features',
    'rx-player/features',
    'rx-player/minimal',
  ],
};
