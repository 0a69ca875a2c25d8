import { type Surroundings, toastPlace } from './toast-place.ts';

const PRESSABLE = 'a[href], button, input, select, textarea, summary, [role="combobox"], [role="switch"]';

function boxesOf(root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter((element) => element.checkVisibility());
}

const boxOf = (element: Element) => element.getBoundingClientRect();

/** While a dialog is open, only what is in it can be pressed. */
function surroundings(region: HTMLElement): Surroundings {
  const floats = boxesOf(
    document,
    '.mantine-Popover-dropdown, .mantine-Menu-dropdown, .mantine-Combobox-dropdown',
  );
  const front =
    boxesOf(document, '[role="dialog"][aria-modal="true"]').at(-1) ?? document.querySelector('main');
  const pressable = front === null ? [] : boxesOf(front, PRESSABLE);
  const isInRow = (element: Element) => element.closest('tbody, li, summary') !== null;
  return {
    view: { width: document.documentElement.clientWidth, height: window.innerHeight },
    size: { width: region.offsetWidth, height: region.offsetHeight },
    heads: boxesOf(document, '[data-keep-clear], [role="dialog"] header').map(boxOf),
    floats: floats.map(boxOf),
    pressable: pressable.filter((element) => !isInRow(element)).map(boxOf),
    inRows: pressable.filter(isInRow).map(boxOf),
  };
}

/** Puts the toasts where they cover nothing, as the page is now. */
export function placeToasts(region: HTMLElement): void {
  const { top, right } = toastPlace(surroundings(region));
  region.style.top = `${top}px`;
  region.style.right = `${right}px`;
}
