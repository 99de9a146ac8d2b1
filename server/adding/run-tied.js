import { spawn } from 'node:child_process';

// Runs a program that ends when this process's parent does, however that ends: an encoder whose caller was killed would go on for hours.
// node run-tied.js PROGRAM ARGS…, with an IPC channel.
const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
const end = () => child.kill('SIGKILL');
process.on('disconnect', end);
process.on('SIGTERM', end);
if (!process.connected) end();
child.on('error', () => process.exit(127));
child.on('exit', (code) => process.exit(code ?? 1));
