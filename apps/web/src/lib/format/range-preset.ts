export { PRESETS, presetRange, type RangePreset } from '@placard/domain/analytics/range-preset';
