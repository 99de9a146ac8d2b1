import { spawn } from 'node:child_process';

// Runs a program that ends with this process's parent, however the parent ends. Otherwise an
// encoder whose caller was killed would continue for hours.
// Usage, with an IPC channel: node run-tied.js PROGRAM ARGS…
const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
const end = () => child.kill('SIGKILL');
process.on('disconnect', end);
process.on('SIGTERM', end);
if (!process.connected) end();
child.on('error', () => process.exit(127));
child.on('exit', (code) => process.exit(code ?? 1));
