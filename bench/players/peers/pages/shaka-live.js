import 'shaka-player/dist/controls.css';
import 'shaka-player/dist/shaka-player.ui.js';

// As in its documentation for low latency: the stream's own latency is the target.
document.addEventListener('shaka-ui-loaded', async () => {
  const video = document.querySelector('video');
  const player = video.ui.getControls().getPlayer();
  player.configure({ streaming: { lowLatencyMode: true, liveSync: { enabled: true } } });
  await player.load(video.dataset.src);
});
