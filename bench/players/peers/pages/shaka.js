import 'shaka-player/dist/controls.css';
import 'shaka-player/dist/shaka-player.ui.js';

// As in its documentation: the library builds player and controls from the page's attributes, then
// the page loads the film.
document.addEventListener('shaka-ui-loaded', async () => {
  const video = document.querySelector('video');
  await video.ui.getControls().getPlayer().load(video.dataset.src);
});
