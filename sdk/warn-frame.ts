import type { WarningScript } from './load-warning.ts';
import { warn } from './warnings.ts';

// `/sdk/warnings.js`, a classic script that runs once for each frame to warn of.
const script = document.currentScript as WarningScript | null;
if (script?.frame) warn(script.frame, script.listeners);
script?.remove();
