import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import { useStore } from '../lib/store.ts';
import { dismissToast, TOAST_LIFETIME_MS, type Toast, toastStore } from '../lib/toast-store.ts';
import classes from './toaster.module.css';

const ICONS = { success: CircleCheck, failure: CircleAlert, info: Info };

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
      className={`${classes.toast} ${classes[toast.tone]}`}
      role={toast.tone === 'failure' ? 'alert' : 'status'}
    >
      <Icon size={17} aria-label={t(`toast.${toast.tone}`)} />
      <span className="breaks">{toast.text}</span>
      <button
        type="button"
        className={`centred bare rounded-small faint ${classes.close}`}
        aria-label={t('dismiss')}
        onClick={() => dismissToast(toast.id)}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

const MARGIN_PX = 16;
const GAP_PX = 8;

/**
 * Below what is needed next: the top bar with bell and account menu, the page's heading with its main button, the
 * heading of a dialog. Where these end in the middle of the window and beyond, they have scrolled or nothing else is left.
 */
function topOfFreeSpace(): number {
  const above = [...document.querySelectorAll('[data-keep-clear], [role="dialog"] header')]
    .map((element) => element.getBoundingClientRect().bottom)
    .filter((bottom) => bottom > 0 && bottom < window.innerHeight / 2);
  return above.length === 0 ? MARGIN_PX : Math.max(...above) + GAP_PX;
}

/** Follows the page while there are toasts: it may scroll, grow, or become another. */
function useTop(shown: boolean): number {
  const [top, setTop] = useState(MARGIN_PX);
  useLayoutEffect(() => {
    if (!shown) return;
    const place = () => setTop(topOfFreeSpace());
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    const main = document.querySelector('main');
    if (main !== null) observer.observe(main);
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [shown]);
  return top;
}

/** Top-right, 4 s, three at most; resting the pointer or the focus on a toast's button holds them. */
export function Toaster() {
  const t = useTexts(commonTexts);
  const toasts = useStore(toastStore);
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLElement>(null);

  const top = useTop(toasts.length > 0);

  // In the top layer, so that a dialog's backdrop never covers what its own save has to say.
  useEffect(() => {
    const element = region.current;
    if (element === null || toasts.length === 0) return;
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [toasts]);

  return (
    <section
      ref={region}
      popover="manual"
      className={`plain-group grid gap-8 ${classes.region}`}
      style={{ top }}
      aria-label={t('notifications')}
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
