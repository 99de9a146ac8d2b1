import { Component, type ReactNode } from 'react';
import { t } from './translation/translate.ts';

/** If drawing the controls fails, shows a message over the picture. The video keeps playing. */
export class ControlsBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="controls-failed" role="alert" data-visual-element="controls_failed">
        <p>{t('controlsFailed')}</p>
        <button
          type="button"
          className="error-retry"
          data-visual-element="redraw_button"
          onClick={() => this.setState({ hasFailed: false })}
        >
          {t('retry')}
        </button>
      </div>
    );
  }
}
