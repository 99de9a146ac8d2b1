import type {
  PassingSetter,
  PreferenceSetter,
  Setter,
} from '../../src/viewer/device/watch-choices.ts';

// Compiles, or a setter of the controller is in neither list: nothing says whether pages remember it.
export const isListed = (setter: Setter): PassingSetter | PreferenceSetter => setter;
