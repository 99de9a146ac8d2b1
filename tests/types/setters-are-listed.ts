import type {
  PassingSetter,
  PreferenceSetter,
  Setter,
} from '../../src/viewer/device/watch-choices.ts';

// Fails to compile if a setter of the controller is in neither list, so that it is undecided
// whether pages remember it.
export const isListed = (setter: Setter): PassingSetter | PreferenceSetter => setter;
