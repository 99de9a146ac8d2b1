import { expect, test, vi } from 'vitest';
import {
  createPanelStore,
  type LoadPanel,
  type PanelName,
} from '../../../../../src/ui/controls/panels/panel-store.ts';
import { until } from '../../../../support/until.ts';

vi.stubGlobal('document', { activeElement: null });
vi.stubGlobal('HTMLElement', class {});

const Panel = () => null;

function create(load: LoadPanel = async () => Panel) {
  const loads = vi.fn(load);
  const names: PanelName[] = [
    'settings',
    'context_menu',
    'copy',
    'share',
    'transcript',
    'playlist',
  ];
  const loaders = Object.fromEntries(names.map((name) => [name, loads as LoadPanel]));
  return { panels: createPanelStore(loaders as Record<PanelName, LoadPanel>), loads };
}

test('a panel opens with its arguments when its script has loaded, and later without loading', async () => {
  const { panels, loads } = create();
  panels.open('context_menu', { x: 3, y: 4 });
  expect(panels.getState()).toMatchObject({
    name: 'context_menu',
    Panel: null,
    request: { x: 3, y: 4 },
  });
  await until(() => panels.getState().Panel !== null);
  panels.open('context_menu', { x: 5, y: 6 });
  expect(panels.getState()).toMatchObject({ Panel, request: { x: 5, y: 6 } });
  panels.close();
  panels.open('context_menu');
  expect(panels.getState()).toMatchObject({ Panel, request: {} });
  expect(loads).toHaveBeenCalledTimes(1);
});

test('the statistics stay while panels open and close', async () => {
  const { panels } = create();
  panels.toggleStats();
  panels.open('share');
  await until(() => panels.getState().Panel !== null);
  panels.close();
  expect(panels.getState()).toMatchObject({ name: null, hasStats: true });
  panels.toggleStats();
  expect(panels.getState().hasStats).toBe(false);
});

test('a script that fails to load leaves nothing open, and the next click loads it again', async () => {
  let hasNetwork = false;
  const { panels, loads } = create(async () => {
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    return Panel;
  });
  panels.open('share');
  await until(() => panels.getState().name === null);
  hasNetwork = true;
  panels.open('share');
  await until(() => panels.getState().Panel !== null);
  expect(loads).toHaveBeenCalledTimes(2);
});

test('a panel closed before its script loaded stays closed', async () => {
  const script = Promise.withResolvers<typeof Panel>();
  const { panels } = create(() => script.promise);
  panels.open('playlist');
  panels.close();
  script.resolve(Panel);
  await script.promise;
  await Promise.resolve();
  expect(panels.getState()).toMatchObject({ name: null, Panel: null });
});
