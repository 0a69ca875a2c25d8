import { expect, it } from 'vitest';
import { Dialog } from '../dialog.tsx';
import { shown } from '../testing/shown.tsx';
import { ButtonRow } from './field-layout.tsx';
import { AppForm, FormActions, type ToldInForm } from './form-layout.tsx';

const QUIET: ToldInForm = { text: null, reload: null };
const props = {
  ref: { current: null },
  noValidate: true,
  onSubmit: () => {},
  onMouseDown: () => {},
} as const;

it('a form tells what it could not do beside its buttons, and offers the newest state', () => {
  for (const Row of [FormActions, ButtonRow]) {
    const said = (told: Partial<ToldInForm>) =>
      shown(
        <AppForm {...props} inForm={{ ...QUIET, ...told }}>
          <p>Fields</p>
          <Row>Save</Row>
        </AppForm>,
      );
    expect(said({}).words).toBe('Fields Save');
    expect(said({ text: 'Failed.' }).words).toBe('Fields Failed. Save');
    const changed = said({ reload: () => {} });
    expect(changed.buttons).toEqual(['Load the newest state']);
    expect(changed.words).toMatch(/^Fields This was changed somewhere else .* Save$/);
  }
});

it('but not beside those of a dialog that it opened', () => {
  const { words } = shown(
    <AppForm {...props} inForm={{ ...QUIET, text: 'Failed.' }}>
      <Dialog title="Choose" onClose={() => {}}>
        <FormActions>Done</FormActions>
      </Dialog>
    </AppForm>,
  );
  expect(words).toContain('Done');
  expect(words).not.toContain('Failed.');
});
