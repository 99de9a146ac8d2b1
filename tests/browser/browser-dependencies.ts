/**
 * Dependencies that Vite bundles for the browser tests, once, before its server answers the first
 * request. A dependency discovered later would be bundled with all others again, which reloads a
 * page in the middle of its tests. So discovery is off, and a test compares this list with the
 * imports.
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
    'web-vitals/attribution',
  ],
};
