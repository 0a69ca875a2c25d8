import { defineTexts } from '../../i18n/texts.ts';
import english from './image-upload.en.json';

/** The image of a creative, where it is made and changed. */
export const imageUploadTexts = defineTexts('imageUpload', english);
