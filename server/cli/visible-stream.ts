import type { Writable } from 'node:stream';
import { visibleText } from '../operator/log/visible-text.js';

type Output = Pick<Writable, 'write'>;

const originals = new WeakMap<object, object>();

/**
 * A stream that makes terminal control characters visible. All commands write to such streams, so
 * that no caller has to escape names, titles or viewers' texts.
 */
export function visibleStream<Stream extends Output>(stream: Stream): Stream {
  const visible = new Proxy(stream, {
    get(target, name) {
      if (name === 'write')
        return (chunk: unknown, ...rest: unknown[]) =>
          Reflect.apply(target.write, target, [
            typeof chunk === 'string' ? visibleText(chunk) : chunk,
            ...rest,
          ]);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  originals.set(visible, stream);
  return visible;
}

/**
 * For output that needs terminal control: a progress bar, a question. Callers must escape its text
 * first.
 */
export function drawableStream<Stream extends Output>(stream: Stream): Stream {
  return (originals.get(stream) as Stream | undefined) ?? stream;
}
