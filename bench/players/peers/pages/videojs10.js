import '@videojs/react/video/skin.css';
import { Video } from '@videojs/react/video';
import { renderVideoJs10 } from './render-videojs10.js';

renderVideoJs10(Video);
