import './vidstack.js';

// hls.js from npm as well, which it would fetch from a CDN.
document.querySelector('media-player').addEventListener('provider-change', ({ detail }) => {
  if (detail?.type === 'hls') detail.library = () => import('hls.js');
});
