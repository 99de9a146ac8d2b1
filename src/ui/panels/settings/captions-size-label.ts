import { t } from '../../controls/translation/translate.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

/** @param step one of `captionsFontSizes` */
export function captionsSizeLabel(step: number): string {
  return t(`captionsSize.${step}` as MessageKey);
}
