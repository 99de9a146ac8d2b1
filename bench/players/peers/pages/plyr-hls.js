import './hlsjs.js';
import './plyr.js';
