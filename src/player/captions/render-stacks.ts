import type { CueStack } from './place-cues.ts';

/**
 * A cue's text as parsed by the browser: only WebVTT's elements, so no scripts, links or images.
 */
interface ReadableCue {
  read: () => DocumentFragment;
}

export function renderStacks(stacks: readonly CueStack<ReadableCue>[]): HTMLElement[] {
  return stacks.map(({ at, start, size, align, vertical, cues }) => {
    const stack = document.createElement('div');
    stack.className = 'caption-stack';
    if (vertical !== '') stack.dataset.vertical = vertical;
    // Controls and the title bar cover these edges.
    else if (at > 70) stack.dataset.edge = 'bottom';
    else if (at < 15) stack.dataset.edge = 'top';
    stack.style.setProperty('--at', `${at}%`);
    stack.style.setProperty('--start', `${start}%`);
    stack.style.setProperty('--size', `${size}%`);
    stack.style.textAlign = align;
    const box = document.createElement('div');
    box.className = 'caption-window';
    box.append(...cues.map(renderCue));
    stack.append(box);
    return stack;
  });
}

function renderCue(cue: ReadableCue): HTMLElement {
  const line = document.createElement('p');
  const text = document.createElement('span');
  text.className = 'caption';
  // Each cue has its own direction: Arabic text may appear beside a Latin name.
  line.dir = 'auto';
  text.append(cue.read());
  line.append(text);
  return line;
}
