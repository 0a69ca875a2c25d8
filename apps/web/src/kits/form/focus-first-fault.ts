/** A busy page shows a fault some frames after it is set; one that is not there by then will not come. */
const FRAMES_TO_WAIT = 20;

/** Focuses the first field with a fault, in the order in which the page shows them. @param unseen none of them shows one */
export function focusFirstFault(
  form: HTMLElement | null,
  unseen: () => void = () => undefined,
  frames = FRAMES_TO_WAIT,
): void {
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
    if (form?.isConnected === true && fault === null) {
      if (frames > 1) focusFirstFault(form, unseen, frames - 1);
      else unseen();
      return;
    }
    // Some fields mark their frame, not the input in it.
    const field = fault?.matches('input, textarea, select, button')
      ? fault
      : fault?.querySelector<HTMLElement>('input, textarea, select, button');
    (field ?? fault)?.focus();
  });
}
