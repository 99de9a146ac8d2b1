/**
 * Lets an engine attach its media source in WebKit frames with an opaque origin
 * (`sandbox="allow-scripts"`). WebKit refuses every `blob:` URL there but, unlike other browsers,
 * accepts the media source as `srcObject`. Elsewhere nothing changes.
 * @returns a function that releases the element
 */
export function takeMediaSources(video: HTMLVideoElement): () => void {
  if (globalThis.origin !== 'null' || !takesMediaSource()) return () => {};
  const { createObjectURL } = URL;
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') ?? {};
  const sources = new Map<string, MediaSource>();
  let attached = '';

  URL.createObjectURL = (object) => {
    const address = createObjectURL.call(URL, object);
    if (object instanceof MediaSource) sources.set(address, object);
    return address;
  };
  Object.defineProperty(video, 'src', {
    configurable: true,
    get: () => attached || get?.call(video),
    set(address: string) {
      const source = sources.get(address);
      attached = source === undefined ? '' : address;
      video.srcObject = source ?? null;
      if (source === undefined) set?.call(video, address);
    },
  });
  video.removeAttribute = (name) => {
    if (name === 'src' && attached !== '') {
      attached = '';
      video.srcObject = null;
    }
    HTMLElement.prototype.removeAttribute.call(video, name);
  };

  return () => {
    video.removeAttribute('src');
    Reflect.deleteProperty(video, 'src');
    Reflect.deleteProperty(video, 'removeAttribute');
    URL.createObjectURL = createObjectURL;
  };
}

function takesMediaSource(): boolean {
  try {
    document.createElement('video').srcObject = new MediaSource();
    return true;
  } catch {
    return false;
  }
}
