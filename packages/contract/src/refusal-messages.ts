/**
 * Words for what only the server finds out, as codes of issues beside those of the rules: no form of the dashboard says them itself, and so no
 * page brings them in English. In other languages they stand among the errors.
 */
export const REFUSAL_MESSAGES = {
  report_hours_too_long: 'By the hour a report covers at most 92 days',
  report_names_too_many: 'These days have figures of too many names to look through: choose fewer days',
  report_compare_day_missing: 'Name both days of the period to compare with',
  report_creative_of_campaign: 'A creative’s viewers are counted over all of its campaigns together',
  report_refused: 'This report cannot be given as it was asked for',
  statistics_hours_too_long: 'By the hour statistics cover at most 31 days',
  image_format:
    'This is not an image of an allowed format. Upload a JPG, JPEG, PNG or WebP file of at most 5MB.',
  image_bytes: 'The image is larger than 5MB. Upload a JPG, JPEG, PNG or WebP file of at most 5MB.',
  image_animated: 'Animated images are not accepted. Upload a still JPG, JPEG, PNG or WebP file.',
  image_polyglot:
    'The file holds more than an image. Export it again as JPG, JPEG, PNG or WebP and upload that.',
  image_damaged: 'The image is damaged and cannot be read. Export it again as JPG, JPEG, PNG or WebP.',
} as const satisfies Record<string, string>;

export type RefusalCode = keyof typeof REFUSAL_MESSAGES;
