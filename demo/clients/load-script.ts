import { element } from '../element.ts';

const underway = new Map<string, Promise<void>>();

/**
 * Loads a classic script once.
 * @param isLoaded whether the script has already run
 */
export function loadScript(src: string, isLoaded: () => boolean): Promise<void> {
  if (isLoaded()) return Promise.resolve();
  const loading = underway.get(src) ?? append(src).finally(() => underway.delete(src));
  underway.set(src, loading);
  return loading;
}

function append(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = element('script', { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded.`));
    });
    document.head.append(script);
  });
}
