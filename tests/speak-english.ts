import { speak } from '../src/ui/controls/translation/translate.ts';
import { messages } from '../src/ui/messages/en.ts';

// For tests that render controls. It is not in the set-up of all tests, because every test would
// then run again after a changed message.
speak({ language: 'en', messages });
