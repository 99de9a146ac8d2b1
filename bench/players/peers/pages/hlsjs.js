import Hls from 'hls.js';

// As in its documentation, with the browser's controls.
const video = document.querySelector('video');
const hls = new Hls();
hls.loadSource(video.dataset.src);
hls.attachMedia(video);
