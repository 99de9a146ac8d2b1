import { speak } from '../src/ui/controls/translation/translate.ts';
import { messages } from '../src/ui/messages/en.ts';

// For tests that draw controls. Not in the set-up of all tests: a changed text would then run every one of them.
speak({ language: 'en', messages });
