import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import ReactPlayer from 'react-player';

const { src, poster, autoplay } = document.getElementById('root').dataset;
const isAutoplay = autoplay !== undefined;
const props = {
  src,
  poster,
  controls: true,
  playing: isAutoplay,
  muted: isAutoplay,
  playsInline: true,
  preload: 'metadata',
};
createRoot(document.getElementById('root')).render(
  createElement(ReactPlayer, { ...props, width: '100%', height: '100%' }),
);
