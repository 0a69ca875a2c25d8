import { Outlet } from '@tanstack/react-router';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from './auth.module.css';
import { ProductPicture } from './product-picture.tsx';
import { authTexts } from './texts.ts';

/** Form at the left, a quiet picture of the product at the right; one column on phones. */
export function AuthLayout() {
  const t = useTexts(authTexts);
  const common = useTexts(commonTexts);
  return (
    <div className={classes.page}>
      <main className={`flex column paper ${classes.side}`}>
        <div className={`row gap-8 ${classes.brand}`}>
          <img src="/favicon.svg" alt="" />
          {common('product')}
        </div>
        <div className={`grid grow full-width ${classes.content}`}>
          <Outlet />
        </div>
      </main>
      <aside className={`anchor grid sunken clipped ${classes.picture}`}>
        <ProductPicture />
        <div className={classes.claim}>
          <p>{t('tagline')}</p>
          <p>{t('taglineText')}</p>
        </div>
      </aside>
    </div>
  );
}
