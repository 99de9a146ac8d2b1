import type { ReactNode } from 'react';
import { t } from '../../controls/translation/translate.ts';
import { PanelIcon } from '../panel-icon.tsx';

/** Moves the focus into a page that has just opened, as the ARIA menu pattern requires. */
export function focusItem(item: HTMLElement | null): void {
  item?.focus();
}

export function Choices({
  title,
  back,
  children,
}: {
  title: string;
  back: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <button
        type="button"
        role="menuitem"
        className="menu-back"
        data-visual-element="back_button"
        aria-label={`${t('back')}: ${title}`}
        ref={focusItem}
        onClick={back}
      >
        <PanelIcon name="back" />
        <span>{title}</span>
      </button>
      {children}
    </>
  );
}

interface ChoiceItemProps {
  /** Name in the log. */
  element: string;
  isChosen: boolean;
  onChoose: () => void;
  lang?: string | undefined;
  children: ReactNode;
}

export function Choice({ element, isChosen, onChoose, lang, children }: ChoiceItemProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      data-visual-element={element}
      aria-checked={isChosen}
      onClick={onChoose}
    >
      <span className="menu-check">{isChosen && <PanelIcon name="check" />}</span>
      <span lang={lang} dir="auto">
        {children}
      </span>
    </button>
  );
}
