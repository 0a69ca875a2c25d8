import { defineTexts } from '../texts.ts';
import english from './common.en.json';

/** What every page may need, login included: keep it short. */
export const commonTexts = defineTexts('common', english);
