import '@videojs/react/video/skin.css';
import { HlsVideo } from '@videojs/react/media/hls-video';
import { renderVideoJs10 } from './render-videojs10.js';

renderVideoJs10(HlsVideo);
