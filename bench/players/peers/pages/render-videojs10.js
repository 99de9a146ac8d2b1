import { VideoPlayer, VideoSkin } from '@videojs/react/video';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

export function renderVideoJs10(Media) {
  const { src, poster, autoplay } = document.getElementById('root').dataset;
  const isAutoplay = autoplay !== undefined;
  const media = createElement(Media, {
    // Its HLS engine resolves a playlist's addresses against this, and does not accept a relative
    // one.
    src: new URL(src, location.href).href,
    autoPlay: isAutoplay,
    muted: isAutoplay,
    playsInline: true,
    preload: 'metadata',
  });
  createRoot(document.getElementById('root')).render(
    createElement(VideoPlayer, { poster }, createElement(VideoSkin, null, media)),
  );
}
