import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fontFile } from './encoding/drawtext.js';
import { flags } from './flags.js';
import { say } from './say.js';

/** Installs ffmpeg and the font if possible; otherwise ends the process with code 2. */
export function ensureTools() {
  if (hasTools()) return;
  if (process.getuid?.() === 0 && runs('apt-get', '--version')) {
    say('tools', 'installing ffmpeg and fonts-dejavu-core');
    spawnSync('apt-get', flags`install -y --no-install-recommends ffmpeg fonts-dejavu-core`, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (!hasTools()) {
    console.error(
      `make-media needs ffmpeg and the font ${fontFile} (Debian packages ffmpeg and fonts-dejavu-core).`,
    );
    process.exit(2);
  }
}

const hasTools = () => runs('ffmpeg', '-version') && existsSync(fontFile);

/**
 * @param {string} command
 * @param {string} arg
 */
const runs = (command, arg) => spawnSync(command, [arg], { stdio: 'ignore' }).status === 0;
