export { PublisherAds as default } from '../../features/publisher-ads/publisher-ads.tsx';
