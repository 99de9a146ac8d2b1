import { figuresOf } from '../../../scripts/lib/scale/calculate-scale.js';
import { readReports, scaleFigures } from '../../../scripts/lib/scale/scale-figures.js';

type Figure = ReturnType<typeof figuresOf>[number];

/** Set by VitePress, which runs `load` when it builds the site. JSON has no `NaN`. */
export declare const data: readonly (Omit<Figure, 'value'> & { value: number | null })[];

export default { load: (): Figure[] => figuresOf(scaleFigures(readReports())) };
