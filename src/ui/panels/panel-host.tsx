import { usePanel, usePlayerContext } from '../player-context.tsx';

/** The open panel, over a backdrop: a click beside the panel closes it and does nothing else. */
export function PanelHost() {
  const { panels } = usePlayerContext();
  const Panel = usePanel((state) => state.Panel);
  if (Panel === null) return null;
  return (
    <>
      <button
        type="button"
        className="panel-backdrop"
        data-visual-element="panel_backdrop"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => panels.close(false)}
      />
      <Panel />
    </>
  );
}
