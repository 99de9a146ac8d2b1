import Hls from 'hls.js';

// As its documentation says; the controls are the browser's.
const video = document.querySelector('video');
const hls = new Hls();
hls.loadSource(video.dataset.src);
hls.attachMedia(video);
