import { fsync, openSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

// Makes the disk slow until the parent process ends: repeatedly writes a file and waits for the
// disk.
process.on('disconnect', () => process.exit());

const file = path.join(tmpdir(), `offstage-load-${process.pid}.tmp`);
const handle = openSync(file, 'w');
// The file disappears with its last handle, however this process ends.
rmSync(file);
const data = Buffer.alloc(4_000_000, 1);
for (;;) {
  await promisify(write)(handle, data, 0, data.length, 0);
  await promisify(fsync)(handle);
}
