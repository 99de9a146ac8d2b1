import { printSignedUrl } from './lib/print-signed-url.js';

// npm run sign -- VIDEO_ID --expires 2h: prints a signed URL for a private video, and a frame with
// it.
await printSignedUrl(process.argv.slice(2));
