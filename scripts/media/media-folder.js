import path from 'node:path';
import { root } from '../lib/project.js';

/** The library's directory, which the scripts write. */
export const mediaFolder = path.join(root, 'media');
