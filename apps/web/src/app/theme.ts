import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core';
import { namedOptions } from './named-options.tsx';

/** Mantine's scale of the one accent; 6 and 3 are `--accent` of the light and the dark scheme. */
const accent: MantineColorsTuple = [
  '#eeecfc',
  '#dcd8fa',
  '#c9c3f5',
  '#a79bfa',
  '#8577ee',
  '#6c5ce7',
  '#5546d6',
  '#4638bd',
  '#392e9b',
  '#2d2579',
];

/** Neutral greys; Mantine's own have a blue cast. */
const gray: MantineColorsTuple = [
  '#fbfbfc',
  '#f4f4f6',
  '#e6e6ea',
  '#d2d2d9',
  '#b0b0ba',
  '#8b8b96',
  '#6b6b76',
  '#55555f',
  '#36363f',
  '#17171c',
];
const dark: MantineColorsTuple = [
  '#f1f1f4',
  '#b4b4be',
  '#9797a3',
  '#6b6b76',
  '#3d3d47',
  '#2a2a31',
  '#1e1e23',
  '#17171b',
  '#111114',
  '#0b0b0d',
];

/** Text on filled buttons: white in the light scheme, dark on the dark scheme's bright fills (4.5:1 and more). */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  if (input.color === 'red') return { ...colors, color: 'var(--on-bad)' };
  return input.color === undefined || input.color === 'accent'
    ? { ...colors, color: 'var(--on-accent)' }
    : colors;
};

const theme = createTheme({
  variantColorResolver: variantColors,
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  autoContrast: true,
  black: '#17171c',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  // Where it is another than Mantine's own, in the letters of the browser.
  radius: { xs: '.25rem', sm: '.375rem', lg: '.75rem', xl: '1rem' },
  spacing: { xs: '.5rem', lg: '1.5rem' },
  fontSizes: { md: '.875rem', lg: '1rem' },
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { iconColor: 'var(--on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--on-accent)' } },
    ComboboxOptions: { defaultProps: { renderRoot: namedOptions } },
    // The hint below the field, the fault below the hint: fields beside each other stay in line.
    InputWrapper: {
      // Mantine's star is a part of the label's words, ours is drawn: `starred`.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
      classNames: (_: MantineTheme, { required }: { required?: boolean }) =>
        required === true ? { label: 'starred' } : {},
      styles: { label: { marginBottom: 4 } },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
        // A <header> below role="dialog" counts as a second banner beside the page's own.
        attributes: { header: { role: 'presentation' } },
      },
      styles: {
        content: { background: 'var(--paper)' },
        header: { background: 'var(--paper)' },
        title: { lineHeight: 1.35, overflowWrap: 'anywhere' },
      },
    },
  },
});

/** With the words that Mantine has in English only, and a way to the button for those who use the keyboard. */
export function themeIn(words: { showCharacters: string }) {
  const PasswordInput = {
    defaultProps: {
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': words.showCharacters },
    },
  };
  return { ...theme, components: { ...theme.components, PasswordInput } };
}

/** Mantine's variables point at the tokens, so that a token changes everything at once. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--paper)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-light': 'var(--accent-soft)',
    '--mantine-color-accent-light-hover': 'var(--accent-soft)',
    '--mantine-color-accent-light-color': 'var(--accent)',
    '--mantine-color-accent-text': 'var(--accent)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-red-filled': 'var(--bad)',
    '--mantine-color-red-filled-hover': 'var(--bad-hover)',
    '--mantine-color-red-text': 'var(--bad)',
    '--mantine-color-red-light': 'var(--bad-soft)',
    '--mantine-color-red-light-color': 'var(--bad)',
  };
  return { variables: {}, light: shared, dark: shared };
};
