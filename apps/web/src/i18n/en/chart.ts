import { defineTexts } from '../texts.ts';
import english from './chart.en.json';

/** Charts over time, which come with the first one. */
export const chartTexts = defineTexts('chart', english);
