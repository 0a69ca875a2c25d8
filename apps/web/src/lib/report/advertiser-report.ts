export {
  ADVERTISER_CARDS,
  ADVERTISER_DIMENSIONS,
  ADVERTISER_HIDDEN,
  ADVERTISER_METRICS,
  ADVERTISER_SHOWN,
} from '@placard/domain/analytics/report-offers';
