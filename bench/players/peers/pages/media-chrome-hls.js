import 'hls-video-element';
import 'media-chrome';
