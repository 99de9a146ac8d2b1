import { usePanel, usePlayerContext } from '../player-context.tsx';
import { StatsOverlay } from './panel-loaders.ts';
import type { PanelName } from './panel-store.ts';

/** These panels open beside the picture, so that the viewer can still watch and use it. */
const besidePicture: readonly (PanelName | null)[] = ['transcript', 'playlist'];

/** The open panel. Over the picture it has a backdrop: a click beside the panel only closes it. */
export function PanelHost() {
  const { panels } = usePlayerContext();
  const Panel = usePanel((state) => state.Panel);
  const hasBackdrop = usePanel((state) => !besidePicture.includes(state.name));
  const hasStats = usePanel((state) => state.hasStats);
  return (
    <>
      {hasStats && <StatsOverlay />}
      {Panel !== null && hasBackdrop && (
        <button
          type="button"
          className="panel-backdrop"
          data-visual-element="panel_backdrop"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => panels.close(false)}
        />
      )}
      {Panel !== null && <Panel />}
    </>
  );
}
