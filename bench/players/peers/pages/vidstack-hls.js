import './vidstack.js';

// hls.js from npm; by default it loads it from a CDN.
document.querySelector('media-player').addEventListener('provider-change', ({ detail }) => {
  if (detail?.type === 'hls') detail.library = () => import('hls.js');
});
