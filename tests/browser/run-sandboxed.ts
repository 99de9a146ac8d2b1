import { connectServices, type RunningServices } from './run-services.ts';
import sandboxedUrl from './sandboxed-services.ts?url';

/** Vitest replaces every dynamic import by its runner, which exists only in its own frame. */
const runner = 'globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() };';

/** Services in a frame without an origin (`sandbox="allow-scripts"`). */
export async function runSandboxed(): Promise<RunningServices> {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  const isReady = new Promise<void>((resolve) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow || data !== 'ready') return;
      removeEventListener('message', listen);
      resolve();
    };
    addEventListener('message', listen);
  });
  const url = new URL(sandboxedUrl, location.href).href;
  frame.srcdoc = `<script>${runner}</script><script type="module" src="${url}"></script>`;
  document.body.append(frame);
  await isReady;
  const { port1, port2 } = new MessageChannel();
  frame.contentWindow?.postMessage(null, '*', [port2]);
  return connectServices(port1, async () => frame.remove());
}
