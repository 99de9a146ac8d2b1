import { t } from '../../controls/translation/translate.ts';
import { tNumber } from '../../messages/format-values.ts';

/** `1.5×`, or the name of the normal rate. */
export function rateLabel(rate: number): string {
  return rate === 1 ? t('speedNormal') : `${tNumber(rate)}×`;
}
