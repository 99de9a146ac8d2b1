import { messages } from '../src/ui/messages/en.ts';
import { speak } from '../src/ui/messages/translate.ts';

// Before every file of tests: what draws a control speaks a language.
speak({ language: 'en', messages });
