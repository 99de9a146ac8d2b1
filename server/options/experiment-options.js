import { parseExperiments } from './parse-experiments.js';
import { parseRetreats } from './parse-retreats.js';

/** Experiments with a part of the embeds. */
export const experimentOptions =
  /** @satisfies {Record<string, import('./server-option.js').ServerOption>} */ ({
    experiments: {
      name: 'experiment',
      env: 'OFFSTAGE_EXPERIMENT',
      placeholder: 'NAME=PERCENT',
      fallback: '',
      help: 'gives a part of the embeds a flag, and with ,runtime=main or ,build=DIR another runtime or build; several are possible',
      isList: true,
      separator: ';',
      parse: parseExperiments,
    },
    retreats: {
      name: 'retreat',
      env: 'OFFSTAGE_RETREAT',
      placeholder: 'MEASURE=+PERCENT%',
      fallback: '',
      help: 'ends an experiment that makes a measure worse by more, for example first_frame_p75=+10%; several are possible',
      isList: true,
      parse: parseRetreats,
    },
  });
