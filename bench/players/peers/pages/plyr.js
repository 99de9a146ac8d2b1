import 'plyr/dist/plyr.css';
import Plyr from 'plyr';
import iconUrl from '../node_modules/plyr/dist/plyr.svg?url';

// Local icons; by default it loads them from its vendor's CDN.
const video = document.querySelector('video');
new Plyr(video, { iconUrl, autoplay: video.autoplay, muted: video.muted });
