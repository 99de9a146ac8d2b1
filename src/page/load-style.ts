/**
 * @param url of a stylesheet that the first screen does not need
 * @returns a function that resolves when the stylesheet applies. It loads the stylesheet only once,
 *   but retries after a failure.
 */
export function createStyleLoader(url: string): () => Promise<void> {
  let loading: Promise<void> | null = null;
  return () => {
    loading ??= appendStyle(url).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

function appendStyle(url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`The style sheet ${url} could not be loaded.`));
    });
    document.head.append(link);
  });
}
