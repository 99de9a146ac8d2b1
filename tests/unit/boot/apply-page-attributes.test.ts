import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { parsePlayerArgs } from '../../../shared/player/player-args.ts';
import { applyPageAttributes } from '../../../src/boot/apply-page-attributes.ts';

let page: { dataset: Record<string, string> };
beforeEach(() => {
  page = { dataset: {} };
  vi.stubGlobal('document', { documentElement: page });
});
afterEach(() => vi.unstubAllGlobals());

function attributesWith(attrs?: PageConfig['attrs']) {
  const root = { id: '', style: { width: '', height: '' } };
  const config = attrs === undefined ? {} : { attrs };
  applyPageAttributes(root as HTMLElement, config, parsePlayerArgs({}, '/embed/offstage001'));
  return { id: root.id, ...root.style };
}

test('without attributes the player fills its page, under its own id [spec-2.4, spec-2.9, spec-2.10]', () => {
  expect(attributesWith()).toEqual({ id: 'video-player', width: '100%', height: '100%' });
});

test('each attribute of the config applies by itself [spec-3.15, spec-3.16, spec-3.17]', () => {
  expect(attributesWith({ width: '62.5%' })).toEqual({
    id: 'video-player',
    width: '62.5%',
    height: '100%',
  });
  expect(attributesWith({ height: '50dvh', id: 'mine' })).toEqual({
    id: 'mine',
    width: '100%',
    height: '50dvh',
  });
});

test.each([640, '640'])(
  'the bare number %j is pixels, as in HTML [spec-3.15, spec-3.16]',
  (size) => {
    expect(attributesWith({ width: size, height: size })).toMatchObject({
      width: '640px',
      height: '640px',
    });
  },
);
