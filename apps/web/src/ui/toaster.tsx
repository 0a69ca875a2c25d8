import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import { useStore } from '../lib/store.ts';
import { dismissToast, TOAST_LIFETIME_MS, type Toast, toastStore } from '../lib/toast-store.ts';
import classes from './toaster.module.css';

const ICONS = { success: CircleCheck, failure: CircleAlert, info: Info };
const LOOKS = { success: 'good', failure: 'bad', info: 'info' };

function ToastCard({ toast, held }: { toast: Toast; held: boolean }) {
  const t = useTexts(commonTexts);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_LIFETIME_MS);
    return () => clearTimeout(timer);
  }, [toast.id, held]);
  const Icon = ICONS[toast.tone];
  return (
    <div
      className={`grid gap-8 top rounded paper ink floats ${classes.toast}`}
      role={toast.tone === 'failure' ? 'alert' : 'status'}
    >
      <Icon size={17} className={LOOKS[toast.tone]} aria-label={t(`toast.${toast.tone}`)} />
      <span className="breaks">{toast.text}</span>
      <button
        type="button"
        className={`icon-button small ${classes.close}`}
        aria-label={t('dismiss')}
        onClick={() => dismissToast(toast.id)}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

/** Nobody has a toast with the first paint: how a place is found comes after it, and until it has come they stand below the bar. */
const fetchPlacing = () => import('./toast-surroundings.ts');

/**
 * Looks at each frame while there are toasts: a record comes after its page, a page after what was saved, and no observer tells
 * of a heading that moved while nothing changed its size. Held ones stay, or they would run away from the pointer.
 */
function usePlace(region: RefObject<HTMLElement | null>, shown: boolean, held: boolean): void {
  useLayoutEffect(() => {
    if (!shown || held) return;
    let frame = 0;
    let ended = false;
    const follow = (place: (region: HTMLElement) => void) => {
      if (ended || region.current === null) return;
      place(region.current);
      frame = requestAnimationFrame(() => follow(place));
    };
    fetchPlacing().then(
      ({ placeToasts }) => follow(placeToasts),
      () => undefined,
    );
    return () => {
      ended = true;
      cancelAnimationFrame(frame);
    };
  }, [region, shown, held]);
}

/** Top-right, 4 s, three at most; resting the pointer or the focus on a toast's button holds them. */
export function Toaster() {
  const t = useTexts(commonTexts);
  const toasts = useStore(toastStore);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);
  useEffect(() => void fetchPlacing().catch(() => undefined), []);

  // In the top layer, so that a dialog's backdrop never covers what its own save has to say.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || toasts.length === 0) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [toasts]);
  usePlace(region, toasts.length > 0, held);

  return (
    <section
      ref={region}
      popover="manual"
      className={`plain-group grid gap-8 ${classes.region}`}
      aria-label={t('messages')}
      aria-live="polite"
      hidden={toasts.length === 0}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}
