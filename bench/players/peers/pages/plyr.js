import 'plyr/dist/plyr.css';
import Plyr from 'plyr';
import iconUrl from '../node_modules/plyr/dist/plyr.svg?url';

// Its own icons, which it would fetch from its makers' CDN.
const video = document.querySelector('video');
new Plyr(video, { iconUrl, autoplay: video.autoplay, muted: video.muted });
